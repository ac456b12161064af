import { z } from 'zod';
import { cause } from '../../../../shared/returns/causes.ts';
import type { Disk } from '../../../platform/disk/disk.ts';
import { builtin } from '../builtin.ts';
import { failedBy } from '../failed.ts';
import { writeFile } from '../files/write-file.ts';
import { judgement } from '../plan.ts';
import { never } from '../plan.ts';
import { asksOutside } from '../paths/asks-outside.ts';
import { encode } from '../files/encode.ts';
import { fileAccess } from '../paths/file-access.ts';
import type { Doing, Done, Plan } from '../plan.ts';
import { folderOf } from './folder-of.ts';
import { callReason } from '../../../../shared/registry/approval/reasons.ts';

const heads = ['Error writing file: ', '❌ 写入文件失败: '] as const;

const schema = z.object({
  file_path: z
    .string()
    .min(1, '文件路径不能为空')
    .describe('The path of the file: absolute, or relative to the working directory'),
  contents: z.string().describe('The new contents of the whole file'),
});
type Params = z.infer<typeof schema>;

/** Source: seed 004, Write; texts and metadata are part of the interface. */
export const write = builtin<Params>({
  name: 'Write',
  displayName: 'File Write',
  kind: 'write',
  schema,
  description: {
    short: 'Writes a whole file',
    long: 'Creates a file or overwrites an existing one. To change a part of a file, use Edit.',
    usageNotes: [
      'An existing file is overwritten',
      'Prefer Edit for existing files',
      'Create files only when the task needs them',
      'Write documentation only when the user asks for it',
      'Missing folders are created',
    ],
    examples: [
      {
        description: 'Create a file',
        params: { file_path: 'notes/today.md', contents: '# Today\n' },
      },
    ],
    important: ['Prefer Edit over Write for existing files', 'Create no needless files'],
  },
  category: '文件操作',
  tags: ['file', 'io', 'write'],
  isConcurrencySafe: false,
  extractSignatureContent: (params) => schema.parse(params).file_path,
  abstractPermissionRule: (params) => `Write:${folderOf(schema.parse(params).file_path)}/*`,

  async plan(params, place): Promise<Plan> {
    const access = await fileAccess(params.file_path, place);
    if (access.kind === 'refused') return never(access.reason);
    return {
      kind: 'ready',
      judgement: judgement(
        `Write ${access.path}\n\n${params.contents}`,
        [callReason('tool-writes-file'), ...asksOutside(access)],
        { rule: `Write:${folderOf(access.path)}/*`, waivable: access.kind === 'inside' },
      ),
      perform: (doing) => put(access.path, params, place.disk, doing),
    };
  },
});

async function put(
  path: string,
  params: Params,
  disk: Disk,
  { tell, signal }: Doing,
): Promise<Done> {
  const { file_path, contents } = params;
  tell({ type: 'update', update: { title: `Writing ${path}`, metadata: { file_path } } });
  const bytes = encode(contents, { label: 'utf-8', mark: [] });
  if (bytes === undefined || /\/\.?$/.test(file_path)) {
    const because = bytes ? cause('names-folder', { path: file_path }) : cause('half-letter');
    return { result: failedBy('validation_error', because, ...heads) };
  }
  const written = await writeFile(path, bytes, { disk, signal });
  if (!written.ok) {
    const type = written.fault === 'folder' ? 'validation_error' : 'execution_error';
    return { result: failedBy(type, written.because, ...heads) };
  }
  const { overwrote } = written;
  const lines = contents.split('\n').length;
  return {
    result: {
      success: true,
      llmContent: `Successfully ${overwrote ? 'overwrote' : 'created'} ${file_path} (${lines} lines)`,
      displayContent: `✅ ${overwrote ? '覆盖' : '创建'}文件: ${file_path} (${lines} 行)`,
      metadata: {
        file_path,
        is_overwrite: overwrote,
        line_count: lines,
        byte_count: bytes.length,
      },
    },
  };
}
