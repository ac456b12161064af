#!/usr/bin/env node
import { become } from './steps/become.mjs';
import { engineCommand } from './steps/engine-command.mjs';
import { ensureInstalled } from './steps/ensure-installed.mjs';
import { say } from './steps/say.mjs';

/** The person's own command: it reads and writes where they point it. Tools get none of these rights. */
const rights = [
  '--allow-read',
  '--allow-write',
  '--allow-run',
  '--allow-env',
  '--allow-sys',
  '--allow-net=127.0.0.1,localhost,[::1]',
];

try {
  await ensureInstalled();
} catch (error) {
  say(error.message);
  process.exit(1);
}
const engine = process.env.LATHE_ENGINE;
become(engineCommand('runner/cli/main.ts', { engine, rights }), process.argv.slice(2));
