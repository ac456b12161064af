import { mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { engineCommand } from './engine-command.mjs';
import { home } from './home.mjs';

/**
 * How to start the runner over a workspace. On Deno it may read the project and the workspace, write
 * the workspace, and listen on its address. Programs cannot be named one by one, since ending a process
 * group needs the whole right.
 */
export function runnerCommand({ engine, workspace: wanted, address, watch = false }) {
  mkdirSync(wanted, { recursive: true });
  const workspace = realpathSync(resolve(wanted));
  // Its own, so that it need not write where all programs do.
  const scratch = join(workspace, '.lathe/tmp');
  mkdirSync(scratch, { recursive: true });
  const addresses = ['127.0.0.1', 'localhost', '[::1]', ...(address ? [address] : [])];
  const rights = [
    `--allow-read=${[home, workspace, '/usr/bin/bwrap', '/usr/bin/node'].join(',')}`,
    `--allow-write=${[workspace, join(home, '.cache')].join(',')}`,
    `--allow-net=${addresses.join(',')}`,
    '--allow-run',
    '--allow-env',
  ];
  const onNode = engine === 'node';
  const file = onNode ? 'runner/main-node.ts' : 'runner/main-deno.ts';
  let command = engineCommand(file, { engine, rights, watch });
  if (command.name === 'node' && !onNode) {
    command = engineCommand('runner/main-node.ts', { engine: 'node', rights, watch });
  }
  const env = { ...command.env, LATHE_WORKSPACE: workspace, TMPDIR: scratch };
  return { ...command, env };
}
