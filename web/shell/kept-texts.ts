import { textsOf } from '../i18n/lazy-texts.svelte.ts';
import type { Message } from '../i18n/message.ts';

const en = {
  'unkept.read-only':
    'The workspace cannot be written: saves, settings and decisions are refused, and runs are not kept',
  'unkept.disk-full':
    'The disk is full: saves, settings and decisions are refused, and runs are not kept. Make room on it',
  'unkept.unwritable':
    'The disk refuses to keep anything: saves, settings and decisions are refused, and runs are not kept',
  aside: '{file} was damaged. It lies in {as} now; this note goes when you delete it.',
  'aside.stays': '{file} is damaged and could not be moved.',
  'aside.values': 'The safe values took the place of {values}',
  'aside.not-json':
    'It was cut off or is no JSON. Nothing that it allowed counts, and what it switched off stays off',
  'aside.bad-values': 'It does not hold what belongs there. Nothing that it allowed counts',
  'aside.not-a-file':
    'It was no regular file. Nothing that it allowed counts, and what it switched off stays off',
  'aside.unreadable':
    'It could not be read. Nothing that it allowed counts, and what it switched off stays off',
  'aside.bad-database': 'The history begins anew',
};

const zh: Record<keyof typeof en, Message> = {
  'unkept.read-only': '工作区无法写入：保存、设置与决定都会被拒绝，运行记录也不会保留',
  'unkept.disk-full': '磁盘已满：保存、设置与决定都会被拒绝，运行记录也不会保留。请腾出空间',
  'unkept.unwritable': '磁盘拒绝写入：保存、设置与决定都会被拒绝，运行记录也不会保留',
  aside: '{file} 已损坏，现在存放于 {as}；删除它后此提示消失。',
  'aside.stays': '{file} 已损坏，且无法移走。',
  'aside.values': '{values} 已改用安全的值',
  'aside.not-json': '它被截断或不是 JSON。其中允许的一切都不再有效，关闭的仍然关闭',
  'aside.bad-values': '它的内容不合格式。其中允许的一切都不再有效',
  'aside.not-a-file': '它不是普通文件。其中允许的一切都不再有效，关闭的仍然关闭',
  'aside.unreadable': '它无法读取。其中允许的一切都不再有效，关闭的仍然关闭',
  'aside.bad-database': '历史记录重新开始',
};

/** A text about what the workspace could not keep, or could not take as it was. */
export const kt = textsOf({ en, zh });
