import type { Filler } from './filled.svelte.ts';

/** Performs, in the browser, the jobs of hosts that can live there. */
export const fillerOf = async (_host: string): Promise<Filler | undefined> => undefined;
