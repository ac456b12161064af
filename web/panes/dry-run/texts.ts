import type { Message } from '../../i18n/message.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts of judging commands come with its dialog. */
const en = {
  title: 'Check a command',
  about:
    'See how Lathe decides about shell commands. Nothing runs. Absolute paths count as outside the workspace.',
  shell: 'Shell',
  by: 'Check',
  'by.line': 'Each line',
  'by.script': 'As one script',
  commands: 'Commands',
  verdicts: 'Decisions',
  'overall.allow': 'Runs without approval',
  'overall.ask': 'Needs approval',
  'overall.deny': 'Forbidden, even with approval',
  'some.ask': {
    one: '{count} of {all} needs approval',
    other: '{count} of {all} need approval',
  },
  'some.deny': '{count} of {all} forbidden',
  export: 'Export as test file',
  failed: 'Could not load the classifier: {reason}',
  more: 'and {count} more',
  'script.allow':
    'This script is read-only. It runs without approval where bubblewrap is installed.',
  'script.ask': 'This script needs approval: {reason}',
  'script.deny': 'This script is forbidden: {reason}',
  reasons: {
    one: '{reason}, and {count} more reason',
    other: '{reason}, and {count} more reasons',
  },
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  title: '检查命令',
  about: '查看 Lathe 如何判定 shell 命令。这里不会运行任何命令；绝对路径一律视为在工作区之外。',
  shell: 'Shell',
  by: '检查方式',
  'by.line': '逐行',
  'by.script': '作为一个脚本',
  commands: '命令',
  verdicts: '判定',
  'overall.allow': '无需审批即可运行',
  'overall.ask': '需要审批',
  'overall.deny': '禁止，审批也不能放行',
  'some.ask': '{all} 条中 {count} 条需要审批',
  'some.deny': '{all} 条中 {count} 条被禁止',
  export: '导出为测试文件',
  failed: '无法加载分类器：{reason}',
  more: '还有 {count} 项',
  'script.allow': '此脚本只读，在装有 bubblewrap 的机器上无需审批即可运行',
  'script.ask': '此脚本需要审批：{reason}',
  'script.deny': '此脚本被禁止：{reason}',
  reasons: { other: '{reason}，另有 {count} 个原因' },
};

export const td = textsOf({ en, zh });
