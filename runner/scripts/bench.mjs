import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { become } from './steps/become.mjs';
import { engineCommand } from './steps/engine-command.mjs';
import { ensureInstalled } from './steps/ensure-installed.mjs';
import { home } from './steps/home.mjs';

const [name = '', ...args] = process.argv.slice(2);
const folder = join(home, 'runner/bench');
const known = existsSync(folder)
  ? readdirSync(folder).flatMap((file) => (/^[a-z-]+\.ts$/.test(file) ? [file.slice(0, -3)] : []))
  : [];
if (!known.includes(name)) {
  console.error(`Choose a benchmark: ${known.join(', ')}`);
  process.exit(1);
}
await ensureInstalled();
// Playwright drives the browser from Node.
const engine = ['page', 'keystroke', 'conversation-page', 'library'].includes(name)
  ? 'node'
  : process.env.LATHE_ENGINE;
become(engineCommand(`runner/bench/${name}.ts`, { engine, rights: ['--allow-all'] }), args);
