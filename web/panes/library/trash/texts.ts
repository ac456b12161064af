import { textsOf } from '../../../i18n/lazy-texts.svelte.ts';
import type { Message } from '../../../i18n/message.ts';

const en = {
  kept: 'Kept until you delete it for good',
  restore: 'Restore "{id}"',
  'restore.as': 'Restores as {id}',
  'restore.as.why': 'Another tool is named "{id}" now',
  deleted: 'Deleted {time}',
  forever: 'Delete "{id}" for good',
  'forever.sure': 'Delete "{id}" for good?',
  'forever.about': 'Deleted {time}. Its files cannot be restored afterwards.',
  'forever.do': 'Delete for good',
  empty: 'Empty trash',
  now: 'just now',
  do: 'Restore',
  'empty.sure': { one: 'Delete {count} tool for good?', other: 'Delete {count} tools for good?' },
  'empty.about': 'Everything in the trash is deleted. It cannot be restored afterwards.',
  restored: 'Restored "{id}". It is turned off.',
  'restored.as': 'Restored "{id}" as "{now}". It is turned off.',
  enable: 'Turn on',
  failed: 'The trash cannot be read now',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  kept: '一直保留，直到你彻底删除',
  restore: '恢复“{id}”',
  'restore.as': '恢复为 {id}',
  'restore.as.why': '已有另一个工具名为“{id}”',
  deleted: '删除于 {time}',
  forever: '彻底删除“{id}”',
  'forever.sure': '彻底删除“{id}”？',
  'forever.about': '删除于 {time}。彻底删除后无法恢复。',
  'forever.do': '彻底删除',
  empty: '清空回收站',
  now: '刚刚',
  do: '恢复',
  'empty.sure': { other: '彻底删除 {count} 个工具？' },
  'empty.about': '回收站中的全部内容将被删除，之后无法恢复',
  restored: '已恢复“{id}”，目前处于停用状态',
  'restored.as': '已将“{id}”恢复为“{now}”，目前处于停用状态',
  enable: '启用',
  failed: '现在无法读取回收站',
};

export const tt = textsOf({ en, zh });
