import { join } from 'node:path';
import { home } from './home.mjs';

/**
 * What the runner may do on Deno: read the project and its workspace, write the workspace, listen on
 * its address. Programs cannot be named one by one, since ending a process group needs the whole right.
 */
export function runnerRights({ workspace, address }) {
  const addresses = ['127.0.0.1', 'localhost', '[::1]', ...(address ? [address] : [])];
  return [
    `--allow-read=${home},${workspace}`,
    `--allow-write=${workspace},${join(home, '.cache')}`,
    `--allow-net=${addresses.join(',')}`,
    '--allow-run',
    '--allow-env',
  ];
}
