import { accessSync, constants, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { allowedFolders } from './allowed-folders.mjs';
import { engineCommand } from './engine-command.mjs';
import { home } from './home.mjs';

/** Where passing files go; a workspace that cannot be written is opened all the same. */
function scratchIn(workspace) {
  const scratch = join(workspace, '.lathe/tmp');
  try {
    mkdirSync(scratch, { recursive: true });
    accessSync(scratch, constants.W_OK);
    return scratch;
  } catch {
    return mkdtempSync(join(tmpdir(), 'lathe-'));
  }
}

/** What the runner looks for on the machine: what isolates, and git, which the box puts a guard before. */
const programs = [
  ...['/usr/bin/bwrap', '/usr/bin/node', '/usr/bin/git', '/bin/git'],
  ...['/usr/lib/git-core/git', '/usr/libexec/git-core/git'],
];

/**
 * How to start the runner over a workspace. On Deno it may read the project and the workspace, write
 * the workspace, and listen on its address. Programs cannot be named one by one, since ending a process
 * group needs the whole right.
 */
export function runnerCommand({ engine, workspace: wanted, address, watch = false }) {
  mkdirSync(wanted, { recursive: true });
  const workspace = realpathSync(resolve(wanted));
  // Its own, so that it need not write where all programs do.
  const scratch = scratchIn(workspace);
  const addresses = ['127.0.0.1', 'localhost', '[::1]', ...(address ? [address] : [])];
  const allowed = allowedFolders(workspace);
  const rights = [
    `--allow-read=${[home, workspace, ...allowed, scratch, ...programs].join(',')}`,
    `--allow-write=${[workspace, ...allowed, scratch, join(home, '.cache')].join(',')}`,
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
