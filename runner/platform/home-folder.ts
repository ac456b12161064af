import { fileURLToPath } from 'node:url';

/** The project's own folder, without a slash at its end. */
export const homeFolder = (): string =>
  fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
