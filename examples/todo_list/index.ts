// Keeps a list from call to call. The list is in the details of every result, so that a branch of the
// session, or a module that slept, finds it again.
import { StringEnum } from '@mariozechner/pi-ai';
import type { CustomToolFactory } from '@mariozechner/pi-coding-agent';
import { Text } from '@mariozechner/pi-tui';
import { Type } from '@sinclair/typebox';

interface Todo {
  id: number;
  text: string;
  done: boolean;
}

interface Details {
  todos: Todo[];
}

const factory: CustomToolFactory = () => {
  let todos: Todo[] = [];

  const answer = (text: string, isError = false) => ({
    content: [{ type: 'text' as const, text }],
    details: { todos: todos.map((todo) => ({ ...todo })) } satisfies Details,
    isError,
  });
  const lines = (list: Todo[]) =>
    list.map(({ id, text, done }) => `[${done ? 'x' : ' '}] #${id} ${text}`).join('\n') || 'Nothing to do';

  return {
    name: 'todo_list',
    label: 'To-do list',
    description: 'Keeps a list of things to do: list, add, toggle or clear',
    parameters: Type.Object({
      action: StringEnum(['list', 'add', 'toggle', 'clear'] as const),
      text: Type.Optional(Type.String({ description: 'What is to be done, for "add"' })),
      id: Type.Optional(Type.Integer({ description: 'Which one, for "toggle"' })),
    }),

    async execute(_toolCallId, params, _onUpdate, _ctx, _signal) {
      switch (params.action) {
        case 'add': {
          if (!params.text) return answer('"add" needs "text"', true);
          const todo = { id: (todos.at(-1)?.id ?? 0) + 1, text: params.text, done: false };
          todos = [...todos, todo];
          return answer(`Added #${todo.id}: ${todo.text}`);
        }
        case 'toggle': {
          const todo = todos.find(({ id }) => id === params.id);
          if (!todo) return answer(`There is no #${params.id}`, true);
          todos = todos.map((one) => (one === todo ? { ...one, done: !one.done } : one));
          return answer(`#${todo.id} is ${todo.done ? 'open again' : 'done'}`);
        }
        case 'clear':
          todos = [];
          return answer('Cleared');
        default:
          return answer(lines(todos));
      }
    },

    onSession(_event, ctx) {
      todos = [];
      for (const entry of ctx.sessionManager.getBranch()) {
        if (entry.type !== 'message' || entry.message.toolName !== 'todo_list') continue;
        const details = entry.message.details as Details | undefined;
        if (details) todos = details.todos;
      }
    },

    renderCall: (args, theme) =>
      new Text(theme.bold('todo ') + [args.action, args.text, args.id].filter(Boolean).join(' '), 0, 0),

    renderResult(result, { expanded }, theme) {
      const list = (result.details as Details | undefined)?.todos ?? [];
      const open = list.filter(({ done }) => !done).length;
      const head = theme.fg('success', `${open} open, ${list.length - open} done`);
      return new Text(expanded ? `${head}\n${lines(list)}` : head, 0, 0);
    },
  };
};

export default factory;
