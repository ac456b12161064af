import type { PythonClient } from '../python/python-client.ts';
import { runsCode } from '../python/runs-code.ts';
import { editorShown } from './editor-shown.ts';
import type { Filler } from './filled.svelte.ts';

/** One for what follows the typing, and one for calls, which may take as long as their authors like. */
const pythons = new Map<'reads' | 'runs', Promise<PythonClient>>();

/** Python's files are the heaviest of the page: fetched once the editor stands, and only when wanted. */
const openPython = async (): Promise<PythonClient> => {
  await editorShown;
  const { createPythonClient } = await import('../python/python-client.ts');
  return createPythonClient();
};

const fillers: Readonly<Record<string, () => Promise<Filler>>> = {
  python: () =>
    Promise.resolve({
      perform: async (job, tell, signal) => {
        if (job.host !== 'python' || !('task' in job)) {
          throw new Error(`Python was given a job for "${job.host}"`);
        }
        const purpose = runsCode(job) ? 'runs' : 'reads';
        const python = pythons.get(purpose) ?? openPython();
        pythons.set(purpose, python);
        return (await python).perform(job, tell, signal);
      },
    }),
};

/** The hosts that can live in the browser. */
export const hostsHere: ReadonlySet<string> = new Set(Object.keys(fillers));

/** Performs, in the browser, the jobs of hosts that can live there. */
export const fillerOf = async (host: string): Promise<Filler | undefined> =>
  Object.hasOwn(fillers, host) ? fillers[host]?.() : undefined;
