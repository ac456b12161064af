import type { ImportAnswer } from '../../../shared/protocol/tools.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';
import { listed } from '../../i18n/listed.ts';
import { problemText } from '../../i18n/problem-text.ts';
import { toasts } from '../../parts/toasts.svelte.ts';

const tw = textsOf({
  en: {
    imported: {
      one: 'Imported {names}. It is off, so models cannot call it',
      other: 'Imported {count} tool folders: {names}. They are off, so models cannot call them',
    },
    named: '"{id}"',
    renamed: '"{name}" as "{id}"',
    nothing: 'Nothing was imported. {reason}',
    servers: {
      one: 'Imported the MCP server {names}. It is off: open it to see what it asks for',
      other:
        'Imported {count} MCP servers: {names}. They are off: open them to see what they ask for',
    },
    on: { one: 'Turn on', other: 'Turn all on' },
  },
  zh: {
    imported: { other: '已导入 {count} 个工具文件夹：{names}。它们处于停用状态，模型无法调用' },
    named: '“{id}”',
    renamed: '“{name}”（改名为“{id}”）',
    nothing: '没有导入任何内容。{reason}',
    servers: {
      other: '已导入 {count} 个 MCP 服务器：{names}。它们处于停用状态，请打开查看它们的要求',
    },
    on: { other: '启用' },
  },
});

/** Says what an import made, under which names, and that it is off; `turnOn` is one press away. */
export function sayImported(answer: ImportAnswer, turnOn: () => void): void {
  const { ids, names, servers, problems } = answer;
  const reasons = () => problems.map(problemText).join('\n');
  if (servers.length > 0)
    toasts.show('ok', () => tw('servers', { count: servers.length, names: listed(servers) }));
  if (ids.length === 0 && servers.length > 0) return;
  if (ids.length === 0) return void toasts.show('err', () => tw('nothing', { reason: reasons() }));
  const count = ids.length;
  const done = (): string => {
    const called = ids.map((id, at) => {
      const name = names[at] ?? id;
      return name === id ? tw('named', { id }) : tw('renamed', { name, id });
    });
    return [tw('imported', { count, names: listed(called) }), reasons()].filter(Boolean).join('\n');
  };
  const action = { text: () => tw('on', { count }), run: turnOn };
  toasts.show(problems.length > 0 ? 'warn' : 'ok', done, action);
}
