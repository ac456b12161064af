import { existsSync } from 'node:fs';
import { installDebian } from './install-debian.mjs';
import { say } from './say.mjs';

/** Bubblewrap, which seals what tools start: installed where that may be done, else named in one line. */
export async function ensureBubblewrap() {
  if (process.platform !== 'linux' || existsSync('/usr/bin/bwrap')) return;
  if (await installDebian(['bubblewrap'])) return;
  say(
    'Without bubblewrap one layer of isolation is missing: install it ("apt-get install bubblewrap")',
  );
}
