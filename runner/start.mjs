import { spawn } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { become } from './scripts/become.mjs';
import { buildIfStale } from './scripts/build-if-stale.mjs';
import { engineCommand } from './scripts/engine-command.mjs';
import { ensureBubblewrap } from './scripts/ensure-bubblewrap.mjs';
import { ensureInstalled } from './scripts/ensure-installed.mjs';
import { home } from './scripts/home.mjs';
import { runnerRights } from './scripts/runner-rights.mjs';
import { say } from './scripts/say.mjs';

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

try {
  await ensureInstalled();
  await buildIfStale();
  await ensureBubblewrap();
} catch (error) {
  say(error.message);
  process.exit(1);
}

const wanted = valueOf('--workspace') ?? process.env.LATHE_WORKSPACE ?? join(home, 'workspace');
mkdirSync(wanted, { recursive: true });
const workspace = realpathSync(resolve(wanted));
const rights = runnerRights({
  workspace,
  address: valueOf('--dangerously-host') ?? process.env.LATHE_DANGEROUSLY_HOST,
});
const file = engine === 'node' ? 'runner/main-node.ts' : 'runner/main-deno.ts';
let started = engineCommand(file, { engine, rights });
if (started.name === 'node' && engine !== 'node') {
  say('Deno is not there, so the runner runs on Node');
  started = engineCommand('runner/main-node.ts', { engine: 'node', rights });
}
const env = { ...started.env, LATHE_WORKSPACE: workspace };
const child = become({ ...started, env }, passed, ['inherit', 'pipe', 'inherit']);
let isFirst = true;
child.stdout.on('data', (bytes) => {
  const text = String(bytes);
  const isAddress = isFirst && text.startsWith('http');
  isFirst = false;
  process.stdout.write(isAddress ? `Lathe is ready: open ${text}` : text);
  const mayOpen = process.stdout.isTTY && !passed.includes('--no-open') && !process.env.CI;
  if (isAddress && mayOpen) openBrowser(text.trim());
});
