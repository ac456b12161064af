import { z } from 'zod';
import { builtin } from '../builtin.ts';
import { failedBy } from '../failed.ts';
import { cause } from '../../../../shared/returns/causes.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import type { Place } from '../place.ts';
import type { Doing, Done, Plan } from '../plan.ts';
import { listFiles } from '../search/list-files.ts';
import { searchPlace } from '../search/search-place.ts';

/** The limit of paths in a result. */
const MOST_PATHS = 1000;

const schema = z.object({
  pattern: z.string().min(1, '模式不能为空').describe('A glob pattern, such as "**/*.ts"'),
  path: z.string().optional().describe('The folder to search in; the working directory by default'),
});
type Params = z.infer<typeof schema>;

/**
 * Source: seed 004, Glob, with the order and the limit of seed 003; texts and metadata are part of the interface.
 */
export const glob = builtin<Params>({
  name: 'Glob',
  displayName: 'File Search',
  kind: 'readonly',
  schema,
  description: {
    short: 'Finds files by a glob pattern',
    long: 'Returns the paths of matching files. Skips node_modules and .git.',
    usageNotes: [
      'A pattern that does not start with "**/" matches in every folder',
      'Paths are sorted by modification time, newest first',
      'To find hidden files, write the dot: ".env*"',
      `Returns at most ${MOST_PATHS} paths`,
    ],
    examples: [
      { description: 'Find TypeScript files', params: { pattern: '**/*.ts' } },
      { description: 'Find files in test folders', params: { pattern: '**/test/*.ts' } },
    ],
  },
  category: '搜索',
  tags: ['search', 'file', 'glob'],
  extractSignatureContent: (params) => schema.parse(params).pattern,

  async plan(params, place): Promise<Plan> {
    const { pattern } = params;
    const found = await searchPlace(place, params.path, (path) => `Glob ${pattern} in ${path}`);
    if (!found.ok) return found.plan;
    const { judgement, path, boxed } = found;
    return {
      kind: 'ready',
      judgement,
      perform: (doing) => search(pattern, place, path, boxed, doing),
    };
  },
});

async function search(
  pattern: string,
  place: Place,
  folder: string,
  boxed: boolean,
  { tell, signal }: Doing,
): Promise<Done> {
  const relative = relativePattern(pattern, folder);
  if ('fault' in relative) return no('validation_error', relative.fault);
  const say = (title: string, count: number) =>
    tell({
      type: 'update',
      update: {
        title,
        metadata: { pattern, searchPath: folder, count },
      },
    });
  say(`Searching: ${pattern}`, 0);
  const listed = await listFiles(place, folder, relative.pattern, {
    boxed,
    signal,
    found: (count) => say(`Found ${count} files`, count),
  });
  if (!listed.ok) return no(listed.type, listed.because);
  const paths = listed.files
    .sort((a, b) => b.modifiedAt - a.modifiedAt || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
  if (paths.length === 0) {
    return {
      result: {
        success: true,
        llmContent: `No files found matching pattern: ${pattern}`,
        displayContent: `⚠️ 未找到匹配 "${pattern}" 的文件`,
        metadata: { pattern, count: 0 },
      },
    };
  }
  const shown = paths.slice(0, MOST_PATHS);
  const truncated = paths.length > MOST_PATHS;
  const note = `\n[cut: ${paths.length - MOST_PATHS} more files match; narrow the pattern]`;
  return {
    result: {
      success: true,
      llmContent: shown.join('\n') + (truncated ? note : ''),
      displayContent: `✅ 找到 ${shown.length} 个文件`,
      metadata: {
        pattern,
        count: shown.length,
        cwd: folder,
        ...(truncated ? { truncated, total: paths.length } : {}),
      },
    },
  };
}

/** Returns the pattern below the folder. A relative pattern matches at every depth. */
function relativePattern(pattern: string, folder: string): { pattern: string } | { fault: Reason } {
  if (pattern.includes('\0')) return { fault: cause('pattern-holds-nul') };
  if (pattern.split('/').includes('..')) {
    return { fault: cause('pattern-leads-out', { pattern }) };
  }
  if (!pattern.startsWith('/')) return { pattern: `**/${pattern.replace(/^(?:\.\/)+/, '')}` };
  const whole = folder === '/' ? '' : folder;
  if (!pattern.startsWith(`${whole}/`)) {
    return { fault: cause('pattern-elsewhere', { pattern, folder }) };
  }
  return { pattern: pattern.slice(whole.length) };
}

const no = (
  type: 'validation_error' | 'execution_error' | 'timeout_error',
  because: Reason,
): Done => ({ result: failedBy(type, because, 'Glob search failed: ', '❌ 搜索失败: ') });
