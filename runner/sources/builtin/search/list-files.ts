import { cause } from '../../../../shared/returns/causes.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import type { Place } from '../place.ts';
import { runToEnd } from '../run-to-end.ts';
import { folderFault } from './folder-fault.ts';
import { Records } from './records.ts';
import { runRipgrep, searchSaid } from './run-ripgrep.ts';
import { searchBox } from './search-box.ts';

export interface ListedFile {
  /** Relative to the folder. */
  path: string;
  /** Seconds since 1970, with fractions. */
  modifiedAt: number;
}

type Listed =
  | { ok: true; files: ListedFile[] }
  | { ok: false; type: 'validation_error' | 'execution_error' | 'timeout_error'; because: Reason };

/** The limit of listed files; a larger list needs a narrower pattern. */
const MOST_FILES = 200_000;
const NUL = 0;

/** Lists the files in a folder that match a pattern, with their times of change. */
export async function listFiles(
  place: Place,
  folder: string,
  pattern: string,
  options: { boxed: boolean; signal: AbortSignal; found(count: number): void },
): Promise<Listed> {
  const { boxed, signal } = options;
  const fault = await folderFault(place.disk, folder);
  if (fault !== undefined) return { ok: false, type: 'validation_error', because: fault };
  const paths: string[] = [];
  const records = new Records(NUL);
  const showsHidden = /(^|[/{,])\./.test(pattern);
  const hidden = showsHidden ? ['--hidden'] : [];
  const ran = await runRipgrep(
    place,
    folder,
    [
      ...['--files', '--null', '--no-ignore', ...hidden, '--glob', pattern],
      ...['--glob', '!**/node_modules/**', '--glob', '!**/.git/**', '.'],
    ],
    {
      ...{ boxed, signal },
      take(bytes) {
        for (const record of records.take(bytes)) {
          const path = record.replace(/^\.\//, '');
          // ripgrep lists what a pattern names, hidden or not.
          if (showsHidden || !/(^|\/)\./.test(path)) paths.push(path);
        }
        return paths.length <= MOST_FILES;
      },
    },
  );
  if ('missing' in ran) return { ok: false, type: 'execution_error', because: ran.missing };
  if (ran.stopped === 'cancelled')
    return { ok: false, type: 'execution_error', because: cause('was-cancelled') };
  if (ran.stopped === 'timed-out') {
    return { ok: false, type: 'timeout_error', because: cause('search-slow') };
  }
  if (ran.stopped === 'enough') {
    const because = cause('matches-many', { most: MOST_FILES });
    return { ok: false, type: 'execution_error', because };
  }
  if (paths.length === 0 && ran.code !== 1 && ran.code !== 0) {
    const type = /error parsing glob/i.test(ran.stderr) ? 'validation_error' : 'execution_error';
    return { ok: false, type, because: searchSaid(ran.stderr) };
  }
  options.found(paths.length);
  return { ok: true, files: await timed(place, folder, paths, boxed, signal) };
}

/** GNU's and BSD's `stat`: each prints the time, a blank and the path. */
const STAT = 'xargs -0 stat --printf "%.Y %n\\0" -- || xargs -0 stat -f "%Fm %N%0" --';

async function timed(
  place: Place,
  folder: string,
  paths: string[],
  boxed: boolean,
  signal: AbortSignal,
): Promise<ListedFile[]> {
  if (paths.length === 0) return [];
  const files: ListedFile[] = [];
  const records = new Records(NUL);
  const program = ['sh', '-c', STAT];
  const box = boxed ? searchBox(place, folder, program) : undefined;
  await runToEnd(box?.command ?? 'sh', box?.args ?? program.slice(1), {
    timeoutMs: 60_000,
    cwd: box ? '/' : folder,
    // `./` keeps a leading dash from being an option.
    input: new TextEncoder().encode(paths.map((path) => `./${path}\0`).join('')),
    signal,
    take(bytes) {
      for (const record of records.take(bytes)) {
        const blank = record.indexOf(' ');
        const path = record.slice(blank + 1).replace(/^\.\//, '');
        files.push({ path, modifiedAt: Number(record.slice(0, blank)) });
      }
    },
  });
  return files;
}
