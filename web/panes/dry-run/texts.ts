import type { Message } from '../../i18n/message.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts of judging commands come with its dialog. */
const en = {
  title: 'Judge a command',
  about:
    'Shows how commands of a shell tool are judged. Nothing runs, and absolute paths count as outside of the workspace.',
  shell: 'Shell',
  by: 'Judge',
  'by.line': 'Each line',
  'by.script': 'One script',
  commands: 'Commands',
  verdicts: 'Verdicts',
  'overall.allow': 'Runs without a question',
  'overall.ask': 'Asks before it runs',
  'overall.deny': 'Forbidden, whoever asks',
  export: 'Export as regression file',
  failed: 'The classifier could not be loaded: {reason}',
  more: 'and {count} more',
  'script.allow': 'This script only reads: it runs without a question where bubblewrap is',
  'script.ask': 'This script asks before it runs: {reason}',
  'script.deny': 'This script is forbidden: {reason}',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  title: '判断命令',
  about:
    '查看 shell 命令在工具中会得到怎样的判定。不会运行任何命令；绝对路径一律视为在工作区之外。',
  shell: 'Shell',
  by: '判断的对象',
  'by.line': '逐行',
  'by.script': '整个脚本',
  commands: '命令',
  verdicts: '判定',
  'overall.allow': '无需询问即可运行',
  'overall.ask': '运行前会询问',
  'overall.deny': '禁止，无论谁同意',
  export: '导出为回归文件',
  failed: '无法加载分类器：{reason}',
  more: '还有 {count} 项',
  'script.allow': '此脚本只读取：在有 bubblewrap 的地方无需询问即可运行',
  'script.ask': '此脚本运行前会询问：{reason}',
  'script.deny': '此脚本被禁止：{reason}',
};

export const td = textsOf({ en, zh });
