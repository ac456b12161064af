import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundled } from './bundle-runner.mjs';
import { findDeno } from './find-deno.mjs';
import { home } from './home.mjs';

/**
 * How to start one of the project's TypeScript files: on Deno where it is there, else on Node; from the bundle
 * where that is fresh. `rights` are Deno's permission flags, the only ones that the file gets. LATHE_DENO and
 * LATHE_NODE choose the programs.
 */
export function engineCommand(file, { engine, rights, watch = false }) {
  const found = process.env.LATHE_DENO || findDeno();
  const node = process.env.LATHE_NODE || process.execPath;
  const isDeno = engine !== 'node' && found !== undefined;
  // The sealed interpreter of Python runs on Deno whatever the runner runs on.
  const env = { ...process.env, LATHE_NODE: node, ...(found && { LATHE_DENO: found }) };
  const watching = watch ? ['--watch'] : [];
  const whole = watch ? undefined : bundled(file);
  if (isDeno) {
    const flags = ['--no-prompt', '--no-lock', '--node-modules-dir=manual', '--quiet', ...rights];
    const args = ['run', ...watching, ...flags, whole ?? join(home, file)];
    return { name: 'deno', command: found, args, env };
  }
  if (whole) return { name: 'node', command: node, args: [whole], env };
  const loader = pathToFileURL(join(home, 'runner/scripts/steps/load-typescript.mjs')).href;
  const args = [...watching, '--import', loader, join(home, file)];
  return { name: 'node', command: node, args, env };
}
