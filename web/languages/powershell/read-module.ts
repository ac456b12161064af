import { z } from 'zod';
import { Declared } from '../../../shared/tool/declared.ts';
import type { Declare } from '../../../shared/tool/declared.ts';
import { AskedWorker } from '../asked-worker.ts';

const reader = new AskedWorker(
  () => new Worker(new URL('./reader-worker.ts', import.meta.url), { type: 'module' }),
  z.object({ declared: Declared }),
);

/** Reads a PowerShell module in the browser. Never rejects. */
export const readModule: Declare = async ({ file, source }) => {
  const answer = await reader.ask({ file, source });
  return 'declared' in answer ? answer.declared : { unavailable: answer.error };
};
