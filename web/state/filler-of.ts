import type { PythonClient } from '../python/python-client.ts';
import { editorShown } from './editor-shown.ts';
import type { Filler } from './filled.svelte.ts';

let python: Promise<PythonClient> | undefined;

/** Python's files are the heaviest of the page: fetched once the editor stands, and only when wanted. */
const openPython = async (): Promise<PythonClient> => {
  await editorShown;
  const { createPythonClient } = await import('../python/python-client.ts');
  return createPythonClient();
};

const fillers: Readonly<Record<string, () => Promise<Filler>>> = {
  python: async () => {
    const client = await (python ??= openPython());
    return {
      perform: (job, tell, signal) =>
        job.host === 'python' && 'task' in job
          ? client.perform(job, tell, signal)
          : Promise.reject(new Error(`Python was given a job for "${job.host}"`)),
    };
  },
};

/** The hosts that can live in the browser. */
export const hostsHere: ReadonlySet<string> = new Set(Object.keys(fillers));

/** Performs, in the browser, the jobs of hosts that can live there. */
export const fillerOf = async (host: string): Promise<Filler | undefined> =>
  Object.hasOwn(fillers, host) ? fillers[host]?.() : undefined;
