import { z } from 'zod';
import { builtin } from '../builtin.ts';
import { failed, failedBy } from '../failed.ts';
import { LineWindow } from '../files/line-window.ts';
import { readLines } from '../files/read-lines.ts';
import { judgement } from '../plan.ts';
import { never } from '../plan.ts';
import { asksOutside } from '../paths/asks-outside.ts';
import { fileAccess } from '../paths/file-access.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import type { Doing, Done, Plan } from '../plan.ts';

const DEFAULT_LINES = 2000;
/** The limit of a result in characters, above what models read at once. */
const MOST_CHARACTERS = 1024 * 1024;

const schema = z.object({
  file_path: z
    .string()
    .min(1, '文件路径不能为空')
    .describe('The path of the file: absolute, or relative to the working directory'),
  offset: z.int().min(0).optional().describe('The number of lines to skip'),
  limit: z.int().min(1).max(10_000).optional().describe('The number of lines to read'),
});
type Params = z.infer<typeof schema>;

/** Source: seed 004, Read; texts, limits and metadata are part of the interface. */
export const read = builtin<Params>({
  name: 'Read',
  displayName: 'File Read',
  kind: 'readonly',
  schema,
  description: {
    short: 'Reads a text file',
    long: 'Returns the lines of the file with their numbers. A file outside the workspace needs the approval of the user.',
    usageNotes: [
      'A relative file_path starts at the working directory',
      `Without a limit it reads up to ${DEFAULT_LINES} lines`,
      'For a long file, pass offset and limit; the result says how many lines the file has',
      'Lines are numbered from 1',
      'You can read several files in parallel',
    ],
    examples: [
      { description: 'Read a whole file', params: { file_path: 'notes.md' } },
      {
        description: 'Read 50 lines after the first 100',
        params: { file_path: 'notes.md', offset: 100, limit: 50 },
      },
    ],
    important: ['Read the whole file unless it is very long'],
  },
  category: '文件操作',
  tags: ['file', 'read', 'io'],
  extractSignatureContent: (params) => schema.parse(params).file_path,

  async plan(params, place): Promise<Plan> {
    const access = await fileAccess(params.file_path, place);
    if (access.kind === 'refused') return never(access.reason);
    return {
      kind: 'ready',
      judgement: judgement(`Read ${access.path}`, asksOutside(access)),
      perform: (doing) => lines(access.path, params, doing),
    };
  },
});

async function lines(path: string, params: Params, { tell, signal }: Doing): Promise<Done> {
  const { file_path, offset = 0, limit } = params;
  const name = path.slice(path.lastIndexOf('/') + 1);
  tell({ type: 'update', update: { title: `Reading ${name}`, metadata: { file_path } } });
  const make = () => new LineWindow(offset, limit ?? DEFAULT_LINES, MOST_CHARACTERS);
  const first = await readLines(path, make(), signal);
  // The first invalid UTF-8 came late: the whole file has the other encoding.
  const again = first.ok && first.text === 'other';
  const opened = again ? await readLines(path, make(), signal, 'windows-1252') : first;
  if (!opened.ok) return { result: unread(opened, path) };
  const { window, seen } = opened;
  if (opened.text === 'none') {
    return {
      result: failed(
        'validation_error',
        'File is binary',
        `File is binary, so it has no lines to read: ${path}`,
        `❌ 文件不是文本: ${path}`,
      ),
    };
  }
  return { result: shown(window, { ...params, offset }, name, seen < opened.facts.size) };
}

function unread({ fault, because }: { fault: string; because: Reason }, path: string) {
  const { message } = because;
  if (fault === 'folder') {
    const display = `❌ 路径是目录而非文件: ${path}`;
    return failed('validation_error', 'Path is a directory', message, display);
  }
  if (fault === 'absent') {
    return failed('execution_error', 'File not found', message, `❌ 文件不存在: ${path}`);
  }
  return failedBy('execution_error', because, 'Failed to read file: ', '❌ 读取文件失败: ');
}

function shown(
  window: LineWindow,
  { file_path, offset, limit }: Params & { offset: number },
  name: string,
  goesOn: boolean,
): Done['result'] {
  const { lines: found, total } = window;
  const hasMore = goesOn || offset + (limit ?? DEFAULT_LINES) < total || window.cut;
  const part = offset > 0 || limit !== undefined;
  const range = `(行 ${Math.min(offset + 1, total)}-${offset + found.length}/${total})`;
  const text = found.map((line, at) => `${String(offset + at + 1).padStart(6)}|${line}`).join('\n');
  return {
    success: true,
    llmContent: window.cut ? `${text}\n[cut: the lines are longer than one answer can hold]` : text,
    displayContent: `✅ 读取文件: ${name} ${part ? range : `(${total} 行)`}${hasMore ? ' [还有更多...]' : ''}`,
    metadata: {
      file_path,
      total_lines: total,
      lines_read: found.length,
      offset,
      has_more: hasMore,
      ...(goesOn ? { total_lines_known: false } : {}),
    },
  };
}
