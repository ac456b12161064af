import { join } from 'node:path';
import { home } from './home.mjs';

/** How to start a script of an installed package with this Node. */
export const bin = (path, ...args) => [
  process.execPath,
  [join(home, 'node_modules', path), ...args],
];
