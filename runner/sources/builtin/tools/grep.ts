import { z } from 'zod';
import { builtin } from '../builtin.ts';
import { failedBy } from '../failed.ts';
import { cause } from '../../../../shared/returns/causes.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import type { Place } from '../place.ts';
import type { Doing, Done, Plan } from '../plan.ts';
import { folderFault } from '../search/folder-fault.ts';
import { Records } from '../search/records.ts';
import { runRipgrep, searchSaid } from '../search/run-ripgrep.ts';
import { searchPlace } from '../search/search-place.ts';

/** The limits of matches in a file, as ripgrep counts them, and of lines in a result. */
const PER_FILE = 100;
const IN_ALL = 1000;
const LONGEST_LINE = 2000;
const MOST_BYTES = 5 * 1024 * 1024;

const schema = z.object({
  pattern: z.string().min(1, '搜索模式不能为空').describe('The regular expression to search for'),
  path: z
    .string()
    .optional()
    .describe('The folder or file to search in; the working directory by default'),
  include: z.string().optional().describe('A glob pattern of the files to search, such as "*.ts"'),
});
type Params = z.infer<typeof schema>;

/** Source: seed 004, Grep; texts and metadata are part of the interface. */
export const grep = builtin<Params>({
  name: 'Grep',
  displayName: 'Content Search',
  kind: 'readonly',
  schema,
  description: {
    short: 'Searches file contents with a regular expression',
    long: 'Uses ripgrep. Returns each matching line with its file and line number.',
    usageNotes: [
      'Uses ripgrep syntax: escape literal braces and brackets with a backslash',
      'Use include to search only some files',
      `Returns at most ${PER_FILE} lines of a file and ${IN_ALL} in all`,
      'Skips hidden files, binary files and files in .gitignore, unless include names them',
    ],
    examples: [
      { description: 'Search for a function', params: { pattern: 'function\\s+\\w+' } },
      { description: 'Search in TypeScript files', params: { pattern: 'import', include: '*.ts' } },
    ],
  },
  category: '搜索',
  tags: ['search', 'grep', 'regex'],
  extractSignatureContent: (params) => schema.parse(params).pattern,

  async plan(params, place): Promise<Plan> {
    const { pattern } = params;
    const found = await searchPlace(place, params.path, (path) => `Grep ${pattern} in ${path}`);
    if (!found.ok) return found.plan;
    const { judgement, path, boxed } = found;
    return {
      kind: 'ready',
      judgement,
      perform: (doing) => search(params, place, path, boxed, doing),
    };
  },
});

async function search(
  { pattern, include }: Params,
  place: Place,
  path: string,
  boxed: boolean,
  { tell, signal }: Doing,
): Promise<Done> {
  if (pattern.includes('\0') || include?.includes('\0')) {
    return no('validation_error', cause('pattern-holds-nul'));
  }
  const say = (count: number) =>
    tell({
      type: 'update',
      update: { title: `Searching: ${pattern}`, metadata: { pattern, count } },
    });
  say(0);
  const isFolder = await isFolderAt(place, path);
  const folder = isFolder ? path : path.slice(0, path.lastIndexOf('/')) || '/';
  const fault = isFolder ? await folderFault(place.disk, path) : undefined;
  if (fault !== undefined) return no('validation_error', fault);
  const target = isFolder ? '.' : `./${path.slice(path.lastIndexOf('/') + 1)}`;
  const args = [
    ...['--line-number', '--no-heading', '--with-filename', '--null', '--color', 'never'],
    ...['--max-count', String(PER_FILE)],
    ...['--max-columns', String(LONGEST_LINE), '--max-columns-preview'],
    ...(include === undefined ? [] : ['--glob', include]),
    ...['--regexp', pattern, '--', target],
  ];
  const lines: string[] = [];
  const records = new Records(10);
  let bytes = 0;
  const ran = await runRipgrep(place, folder, args, {
    ...{ boxed, signal },
    take(piece) {
      bytes += piece.length;
      for (const line of records.take(piece)) lines.push(line);
      return bytes <= MOST_BYTES && lines.length <= IN_ALL;
    },
  });
  if ('missing' in ran) return no('execution_error', ran.missing);
  if (bytes > MOST_BYTES) {
    return no('execution_error', cause('matches-large', { most: MOST_BYTES / 1024 / 1024 }));
  }
  if (ran.stopped === 'cancelled') return no('execution_error', cause('was-cancelled'));
  if (ran.stopped === 'timed-out') return no('timeout_error', cause('search-slow'));
  if (lines.length === 0 && ran.code !== 1 && ran.code !== 0) return broken(ran.stderr);
  say(Math.min(lines.length, IN_ALL));
  return found(pattern, lines);
}

async function isFolderAt(place: Place, path: string): Promise<boolean> {
  try {
    return (await place.disk.look(path))?.kind !== 'file';
  } catch {
    // Outside the runner's permissions: a name with an extension counts as a file.
    return !/\.\w+$/.test(path);
  }
}

function found(pattern: string, lines: string[]): Done {
  if (lines.length === 0) {
    return {
      result: {
        success: true,
        llmContent: `No matches found for pattern: ${pattern}`,
        displayContent: `⚠️ 未找到匹配 "${pattern}" 的内容`,
        metadata: { pattern, count: 0 },
      },
    };
  }
  const shown = lines.slice(0, IN_ALL).map((line) => line.replace(/^\.\//, '').replace('\0', ':'));
  const truncated = lines.length > IN_ALL;
  const note = `\n[cut at ${IN_ALL} lines; narrow the pattern, the path or include]`;
  return {
    result: {
      success: true,
      llmContent: shown.join('\n') + (truncated ? note : ''),
      displayContent: `✅ 找到 ${shown.length} 处匹配`,
      metadata: { pattern, count: shown.length, ...(truncated ? { truncated } : {}) },
    },
  };
}

function broken(stderr: string): Done {
  const said = stderr.trim();
  const pattern =
    /regex parse error|not allowed in a regex|error parsing glob|compiled regex exceeds/i.test(
      said,
    );
  return no(pattern ? 'validation_error' : 'execution_error', searchSaid(said));
}

const no = (
  type: 'validation_error' | 'execution_error' | 'timeout_error',
  because: Reason,
): Done => ({ result: failedBy(type, because, 'Search failed: ', '❌ 搜索失败: ') });
