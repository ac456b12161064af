import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { home } from './home.mjs';

/**
 * Has Node read TypeScript. What tsx has translated it keeps beside passing files, which a runner throws
 * away at each start; in the project's own cache the next start finds it.
 */
const cache = join(home, '.cache/typescript');
const { TMPDIR } = process.env;
try {
  mkdirSync(cache, { recursive: true });
  accessSync(cache, constants.W_OK);
  process.env.TMPDIR = cache;
} catch {
  // It is translated anew, which takes a second.
}
await import('tsx/esm');
if (TMPDIR === undefined) delete process.env.TMPDIR;
else process.env.TMPDIR = TMPDIR;
