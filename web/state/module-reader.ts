import { freshen } from '../../shared/formats/script-module/freshen.ts';
import type { Freshened } from '../../shared/formats/script-module/freshen.ts';
import { languages } from '../../shared/languages/languages.ts';
import { declarers } from '../../shared/registry/declarers.ts';
import type { Declare } from '../../shared/tool/declared.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { fillerOf } from './filler-of.ts';

const nothing = { stdout: '', stderr: '', output: '', truncated: false, durationMs: 0 };

/** Opened at its first job: Python's files are fetched only when they are wanted. */
const python: Parameters<typeof declarers>[1] = new Map([
  [
    'python',
    {
      perform: async (job, tell, signal) => {
        const host = await fillerOf('python');
        const reason = 'Python is not in this page';
        return host?.perform(job, tell, signal) ?? { kind: 'unavailable', reason, ...nothing };
      },
    },
  ],
]);

const powershell: Declare = async (asked) => {
  const { declarePowerShell } = await import('../powershell/declare-powershell.ts');
  return declarePowerShell(asked);
};

/** Only the runner can load a module, and each time it starts a process: a pause in typing comes first. */
const PAUSE_MS = 400;
const typescript: Declare = async ({ folder }) => {
  const { modulesApi } = await import('../api/modules-api.ts');
  await new Promise((settle) => setTimeout(settle, PAUSE_MS));
  if (!folder) return { unavailable: 'its folder is not known' };
  const answer = await modulesApi.declare(folder);
  if (answer.kind === 'ok') return answer.value;
  return { unavailable: answer.kind === 'refused' ? answer.error.message : 'the runner is away' };
};

const readers = new Map([
  ...declarers(languages, python),
  ['powershell', powershell],
  ['typescript', typescript],
]);

/** Reads a module's script in the browser, so that it works while the runner is away. */
export const readModuleFolder = (name: string, files: Folder): Promise<Freshened> =>
  freshen(name, files, readers);
