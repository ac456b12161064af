import { textsOf } from '../../i18n/lazy-texts.svelte.ts';
import { toasts } from '../../parts/toasts.svelte.ts';
import type { Place } from './address.ts';

const tm = textsOf({
  en: {
    tool: 'This workspace has no tool "{id}". It was renamed or deleted, or the link is for another workspace',
    run: 'This workspace has no run "{id}". The link may be for another workspace',
  },
  zh: {
    tool: '这个工作区没有工具“{id}”。它可能已改名或删除，或者链接属于别的工作区',
    run: '这个工作区没有运行记录“{id}”。链接可能属于别的工作区',
  },
});

/** Says that an address names nothing. */
export const sayMissing = ({ tool, run = '' }: Place): void =>
  void toasts.show('warn', () => (tool ? tm('tool', { id: tool.id }) : tm('run', { id: run })));
