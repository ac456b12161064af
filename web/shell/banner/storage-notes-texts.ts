import { textsOf } from '../../i18n/lazy-texts.svelte.ts';
import type { Message } from '../../i18n/message.ts';

const en = {
  'unkept.read-only':
    'The workspace is not writable: saves, settings and decisions are refused, and runs are not kept',
  'unkept.disk-full':
    'The disk is full: saves, settings and decisions are refused, and runs are not kept. Free some space',
  'unkept.unwritable':
    'The disk rejects writes: saves, settings and decisions are refused, and runs are not kept',
  aside: '{file} was damaged and has been moved to {as}. Delete that file to remove this note.',
  'aside.stays': '{file} is damaged and could not be moved.',
  'aside.values': 'Safe values have replaced {values}',
  'aside.not-json':
    'It is incomplete or not valid JSON. Its permissions no longer apply; what it turned off stays off',
  'aside.bad-values': 'Its contents are invalid. Its permissions no longer apply',
  'aside.not-a-file':
    'It is not a regular file. Its permissions no longer apply; what it turned off stays off',
  'aside.unreadable':
    'It could not be read. Its permissions no longer apply; what it turned off stays off',
  'aside.bad-database': 'The history starts over',
};

const zh: Record<keyof typeof en, Message> = {
  'unkept.read-only': '工作区不可写：保存、设置和决定都会被拒绝，也不会保留运行记录',
  'unkept.disk-full': '磁盘已满：保存、设置和决定都会被拒绝，也不会保留运行记录。请腾出空间',
  'unkept.unwritable': '磁盘拒绝写入：保存、设置和决定都会被拒绝，也不会保留运行记录',
  aside: '{file} 已损坏，已移到 {as}。删除该文件后，此提示消失。',
  'aside.stays': '{file} 已损坏，且无法移走。',
  'aside.values': '{values} 已改用安全的值',
  'aside.not-json': '它不完整，或 JSON 无效。其中的许可不再有效，已停用的仍然停用',
  'aside.bad-values': '它的内容无效。其中的许可不再有效',
  'aside.not-a-file': '它不是普通文件。其中的许可不再有效，已停用的仍然停用',
  'aside.unreadable': '它无法读取。其中的许可不再有效，已停用的仍然停用',
  'aside.bad-database': '历史记录重新开始',
};

/** A text about what the workspace could not keep, or could not take as it was. */
export const kt = textsOf({ en, zh });
