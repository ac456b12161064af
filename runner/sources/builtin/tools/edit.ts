import { z } from 'zod';
import { cause } from '../../../../shared/returns/causes.ts';
import type { Disk } from '../../../platform/disk/disk.ts';
import { builtin } from '../builtin.ts';
import { failed, failedBy } from '../failed.ts';
import { editText } from '../files/edit-text.ts';
import { encode } from '../files/encode.ts';
import { readText } from '../files/read-text.ts';
import { writeFile } from '../files/write-file.ts';
import { judgement } from '../plan.ts';
import { never } from '../plan.ts';
import { asksOutside } from '../paths/asks-outside.ts';
import { fileAccess } from '../paths/file-access.ts';
import type { Reason } from '../../../../shared/tool/problem/reason.ts';
import type { Doing, Done, Plan } from '../plan.ts';
import { folderOf } from './folder-of.ts';
import { callReason } from '../../../../shared/registry/approval/reasons.ts';

const PREVIEW = 50;
const heads = ['Error editing file: ', '❌ 编辑文件失败: '] as const;

const schema = z.object({
  file_path: z
    .string()
    .min(1, '文件路径不能为空')
    .describe('The path of the file: absolute, or relative to the working directory'),
  old_string: z
    .string()
    .describe('The text to replace; it must occur exactly once, unless replace_all is true'),
  new_string: z.string().describe('The replacement'),
  replace_all: z.boolean().default(false).describe('Replace every occurrence'),
});
type Params = z.infer<typeof schema>;

/** Source: seed 004, Edit; texts, the order of the checks and metadata are part of the interface. */
export const edit = builtin<Params>({
  name: 'Edit',
  displayName: 'File Edit',
  kind: 'write',
  schema,
  description: {
    short: 'Replaces an exact string in a file',
    long: 'The file keeps its encoding, line endings and permissions.',
    usageNotes: [
      'Read the file first',
      'The edit fails if old_string is not unique in the file',
      'Use replace_all to rename something everywhere in the file',
      'Keep the exact indentation: tabs and spaces count',
      'To create a file, use Write',
    ],
    examples: [
      {
        description: 'Rename a function',
        params: {
          file_path: 'src/main.ts',
          old_string: 'function oldName(',
          new_string: 'function newName(',
        },
      },
      {
        description: 'Rename a variable everywhere',
        params: {
          file_path: 'src/main.ts',
          old_string: 'oldVar',
          new_string: 'newVar',
          replace_all: true,
        },
      },
    ],
    important: [
      'Never guess the contents of a file: read it first',
      'If there are several matches, include more of the surrounding text',
    ],
  },
  category: '文件操作',
  tags: ['file', 'io', 'write', 'edit'],
  isConcurrencySafe: false,
  extractSignatureContent: (params) => schema.parse(params).file_path,
  abstractPermissionRule: (params) => `Edit:${folderOf(schema.parse(params).file_path)}/*`,

  async plan(params, place): Promise<Plan> {
    const access = await fileAccess(params.file_path, place);
    if (access.kind === 'refused') return never(access.reason);
    const { old_string, new_string, replace_all } = params;
    const every = replace_all ? ' (every occurrence)' : '';
    return {
      kind: 'ready',
      judgement: judgement(
        `Edit ${access.path}${every}\n\n- ${old_string}\n\n+ ${new_string}`,
        [callReason('tool-changes-file'), ...asksOutside(access)],
        { rule: `Edit:${folderOf(access.path)}/*`, waivable: access.kind === 'inside' },
      ),
      perform: (doing) => replace(access.path, params, place.disk, doing),
    };
  },
});

async function replace(
  path: string,
  params: Params,
  disk: Disk,
  { tell, signal }: Doing,
): Promise<Done> {
  tell({ type: 'update', update: { title: `Editing ${path}`, metadata: { file_path: path } } });
  const file = await readText(path, signal);
  if (!file.ok) return { result: unread(file, path) };
  const edited = editText(file.text, params);
  if (!edited.ok) return { result: edited.result };
  const bytes = encode(edited.text, file.encoding);
  if (bytes === undefined) {
    const because = cause('encoding-lacks', { encoding: file.encoding.label });
    return { result: failedBy('validation_error', because, 'Error: ', '❌ ') };
  }
  const written = await writeFile(path, bytes, { disk, signal, before: file.facts });
  if (!written.ok) {
    return { result: failedBy('execution_error', written.because, ...heads) };
  }
  const { replacements } = edited;
  const { file_path, old_string } = params;
  return {
    result: {
      success: true,
      llmContent: `Successfully edited ${file_path} (${replacements} replacement${replacements > 1 ? 's' : ''})`,
      displayContent: `✅ 文件已编辑: ${file_path} (${replacements} 处替换)`,
      metadata: { file_path, replacements, old_string_preview: preview(old_string) },
    },
  };
}

function preview(text: string): string {
  const letters = [...text];
  return letters.length > PREVIEW ? `${letters.slice(0, PREVIEW).join('')}...` : text;
}

function unread({ fault, because }: { fault: string; because: Reason }, path: string) {
  if (fault === 'folder') {
    const [llm, display] = [
      `Error: ${path} is a directory, not a file`,
      `❌ 错误: ${path} 是目录而非文件`,
    ];
    return failed('validation_error', 'Path is a directory', llm, display);
  }
  if (fault === 'absent') {
    const [llm, display] = [`Error: File not found: ${path}`, `❌ 文件不存在: ${path}`];
    return failed('validation_error', 'File not found', llm, display);
  }
  const type = fault === 'no-text' ? 'validation_error' : 'execution_error';
  return failedBy(type, because, ...heads);
}
