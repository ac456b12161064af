import { SvelteSet } from 'svelte/reactivity';
import type { PythonJob } from '../../../shared/tool/run/job.ts';
import { editorShown } from '../../state/editor-shown.ts';
import type { PageHost, PageLanguage } from '../language.ts';
import type { PythonClient } from './python-client.ts';
import { UNFETCHED } from './unfetched.ts';

type Purpose = 'reads' | 'runs';

/** One for what follows the typing, and one for calls, which may take as long as their authors like. */
const pythons = new Map<Purpose, Promise<PythonClient>>();
/** Those that have performed something, and so stand. */
const here = new SvelteSet<Purpose>();
/** Those that perform something; the first of it includes their start. */
const busy = new SvelteSet<Purpose>();

const unfetched = {
  kind: 'unavailable',
  reason: UNFETCHED,
  ...{ stdout: '', stderr: '', output: '', truncated: false, durationMs: 0 },
} as const;

/** Whether the author's code runs; reading a script and filling a template end soon by themselves. */
const purposeOf = ({ task }: PythonJob): Purpose =>
  task === 'call' || task === 'template' ? 'runs' : 'reads';

/** Python's files are the heaviest of the page: fetched once the editor stands, and only when wanted. */
const openPython = async (purpose: Purpose): Promise<PythonClient> => {
  await editorShown;
  const { createPythonClient } = await import('./python-client.ts');
  return createPythonClient({ isStopped: purpose === 'runs' });
};

const host: PageHost = {
  id: 'python',
  async perform(job, tell, signal) {
    if (job.host !== 'python' || !('task' in job)) {
      throw new Error(`Python was given a job for "${job.host}"`);
    }
    const purpose = purposeOf(job);
    const python = pythons.get(purpose) ?? openPython(purpose);
    pythons.set(purpose, python);
    busy.add(purpose);
    const client = await python.catch(() => undefined);
    if (!client) {
      busy.delete(purpose);
      // Fetched anew the next time.
      pythons.delete(purpose);
      return unfetched;
    }
    const ending = await client.perform(job, tell, signal);
    busy.delete(purpose);
    if (ending.layers) here.add(purpose);
    return ending;
  },
  isHere: () => here.size > 0,
  isComing: () => here.size === 0 && busy.size > 0,
};

export const python: PageLanguage = {
  id: 'python',
  guide: async () => (await import('./guide.ts')).pythonGuide,
  host,
};
