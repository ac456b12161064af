import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own folder. */
export const home = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
