import { writeJson } from '../../../../shared/tool/exact-number.ts';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Host } from '../../../../shared/tool/run/host.ts';
import { PythonJob } from '../../../../shared/tool/run/job.ts';
import { createHost, type Missing } from '../../host.ts';
import { perform } from '../../process/perform.ts';

export interface PlainPythonOptions {
  /** The working directory of programs. */
  filesDirectory: string;
  /** The value of PATH, which is searched for `python3`. */
  path: string;
}

const guest = fileURLToPath(
  new URL('../../../../shared/languages/python/guest/plain.py', import.meta.url),
);
/** Prints the path of the interpreter itself, because a version manager's wrapper needs the user's settings. */
const WHO = 'import sys; print(sys.executable); print(sys.version_info >= (3, 11))';
const HOW = 'install Python 3.11 or later, so that "python3" is on the PATH';

/** Creates the host that runs templates and modules in this machine's Python, with the guest of the sealed one. */
export function createPlainPythonHost({ filesDirectory, path }: PlainPythonOptions): Host {
  return createHost({
    ...{ id: 'python', name: 'Python' },
    prepare: () => findPython(path),
    async perform(asked, { python }, { tell, signal }) {
      const job = PythonJob.parse(asked);
      const { file, limits } = job;
      const process = {
        ...{ host: 'python', script: '', file, arguments: {}, environment: {}, limits, text: '' },
        stdin: writeJson(job),
      };
      const shell = {
        ...{ command: python, flags: ['-X', 'utf8', guest], answers: true },
        files: filesDirectory,
      };
      return perform(process, shell, tell, signal);
    },
  });
}

async function findPython(path: string): Promise<{ python: string; layers: string[] } | Missing> {
  try {
    const env = { ...process.env, PATH: path };
    const { stdout } = await promisify(execFile)('python3', ['-c', WHO], { env, timeout: 20_000 });
    const [python = '', isNew] = stdout.trim().split('\n');
    if (isNew === 'True') return { python, layers: [] };
    return { missing: `"${python}" is too old; ${HOW}` };
  } catch {
    return { missing: `Python is not installed; ${HOW}` };
  }
}
