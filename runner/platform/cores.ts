import { availableParallelism } from 'node:os';

/** How many threads of this machine we may keep busy. */
export const cores = (): number => availableParallelism();
