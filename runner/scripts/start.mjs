import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { become } from './steps/become.mjs';
import { buildIfStale } from './steps/build-if-stale.mjs';
import { ensureBubblewrap } from './steps/ensure-bubblewrap.mjs';
import { ensureInstalled } from './steps/ensure-installed.mjs';
import { home } from './steps/home.mjs';
import { runnerCommand } from './steps/runner-command.mjs';
import { say } from './steps/say.mjs';

const given = process.argv.slice(2);
const valueOf = (name) => {
  const at = given.findIndex((one) => one === name || one.startsWith(`${name}=`));
  return at < 0 ? undefined : given[at].includes('=') ? given[at].split('=')[1] : given[at + 1];
};
const engine = valueOf('--engine');
const passed = given.filter(
  (one, at) => one !== '--engine' && given[at - 1] !== '--engine' && !one.startsWith('--engine='),
);

/** Opens the address where a desktop is there to show it. */
function openBrowser(url) {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  spawn(opener, [url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}

const help = `Usage: npm start -- [options]

Start Lathe and print the address of its page

Options:
  --engine <name>               deno or node (default: deno)
  --port <number>               the port to listen on (default: 4173, or the next free one)
  --workspace <folder>          the folder for tools, files and the history (default: "workspace")
  --no-open                     do not open a browser
  --json                        print {url, token, userToken} as the first line
  --dangerously-host <address>  listen on an address other than 127.0.0.1
  -h, --help                    print this and start nothing
`;
if (given.includes('--help') || given.includes('-h')) {
  process.stdout.write(help);
  process.exit(0);
}

try {
  await ensureInstalled();
  await buildIfStale();
  await ensureBubblewrap();
} catch (error) {
  say(error.message);
  process.exit(1);
}

const wanted = valueOf('--workspace') ?? process.env.LATHE_WORKSPACE ?? join(home, 'workspace');
const address = valueOf('--dangerously-host') ?? process.env.LATHE_DANGEROUSLY_HOST;
const started = runnerCommand({ engine, workspace: wanted, address });
if (started.name === 'node' && engine !== 'node') say('Deno was not found; running on Node');
const child = become(started, passed, ['inherit', 'pipe', 'inherit']);
let isFirst = true;
child.stdout.on('data', (bytes) => {
  const text = String(bytes);
  const isAddress = isFirst && text.startsWith('http');
  isFirst = false;
  process.stdout.write(isAddress ? `Lathe is ready: open ${text}` : text);
  const mayOpen = process.stdout.isTTY && !passed.includes('--no-open') && !process.env.CI;
  if (isAddress && mayOpen) openBrowser(text.trim());
});
