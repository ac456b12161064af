import type { ImportAnswer } from '../../../shared/protocol/tools.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';
import { problemText } from '../../i18n/problem-text.ts';
import { toasts } from '../../parts/toasts.svelte.ts';

const tw = textsOf({
  en: {
    imported: {
      one: 'Imported {names}. It is off, so models cannot call it',
      other: 'Imported {count} tool folders: {names}. They are off, so models cannot call them',
    },
    renamed: '"{name}" as "{id}"',
    nothing: 'Nothing was imported. {reason}',
    on: { one: 'Turn on', other: 'Turn all on' },
  },
  zh: {
    imported: { other: '已导入 {count} 个工具文件夹：{names}。它们处于停用状态，模型无法调用' },
    renamed: '"{name}"（改名为 "{id}"）',
    nothing: '没有导入任何内容。{reason}',
    on: { other: '启用' },
  },
});

/** Says what an import made, under which names, and that it is off; `turnOn` is one press away. */
export function sayImported({ ids, names, problems }: ImportAnswer, turnOn: () => void): void {
  const reasons = problems.map(problemText).join('\n');
  if (ids.length === 0) return toasts.show('err', tw('nothing', { reason: reasons }));
  const list = new Intl.ListFormat(i18n.tag, { type: 'conjunction' });
  const called = ids.map((id, at) => {
    const name = names[at] ?? id;
    return name === id ? `"${id}"` : tw('renamed', { name, id });
  });
  const count = ids.length;
  const done = tw('imported', { count, names: list.format(called) });
  const action = { text: tw('on', { count }), run: turnOn };
  toasts.show(reasons ? 'warn' : 'ok', [done, reasons].filter(Boolean).join('\n'), action);
}
