import { existsSync } from 'node:fs';
import { run } from './run.mjs';
import { say } from './say.mjs';

let updated = false;

/** Installs Debian packages where this process may; answers whether they are there now. */
export async function installDebian(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  say(`Installing ${packages.join(', ')} (apt-get)`);
  const install = ['install', '-y', '-q', '--no-install-recommends', ...packages];
  if (!updated && (await run('apt-get', ['update', '-q'], { env, quiet: true })) === 0)
    updated = true;
  return (await run('apt-get', install, { env, quiet: true })) === 0;
}
