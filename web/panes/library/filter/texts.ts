import { textsOf } from '../../../i18n/lazy-texts.svelte.ts';
import type { Message } from '../../../i18n/message.ts';

const en = {
  filter: 'Filter tools',
  recent: 'Recently opened',
  tag: '{tag} ({count})',
  remove: 'Remove the filter "{name}"',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  filter: '筛选工具',
  recent: '最近打开',
  tag: '{tag}（{count}）',
  remove: '移除筛选条件“{name}”',
};

export const tf = textsOf({ en, zh });
