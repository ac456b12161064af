import type { Shell } from './shell.ts';

/** The worker of each shell. Its grammar is fetched when it is asked for the first time. */
export const shells: Readonly<Record<Shell, () => Worker>> = {
  bash: () => new Worker(new URL('./bash-worker.ts', import.meta.url), { type: 'module' }),
  powershell: () =>
    new Worker(new URL('./powershell-worker.ts', import.meta.url), { type: 'module' }),
};
