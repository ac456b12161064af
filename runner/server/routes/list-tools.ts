import { ToolList } from '../../../shared/protocol/tools.ts';
import type { ToolSummary } from '../../../shared/protocol/tools.ts';
import { route } from '../http/route.ts';
import { builtinSummaries } from '../../sources/builtin/builtin-summaries.ts';
import { categoriesOf } from '../../sources/workspace/library.ts';

const PAGE_PATIENCE_MS = 250;

/** Whether every word stands somewhere in what the author wrote about the tool. */
const matches = (summary: ToolSummary, words: string[]) => {
  const about = summary.tools.flatMap(({ name, description }) => [name, description]);
  const text = [summary.id, summary.category, ...about].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
};

export const listTools = route({
  method: 'GET',
  path: '/api/tools',
  access: 'known',
  summary:
    'The tool folders of the workspace, those with problems included, the built-in tools, and the trash',
  query: { q: 'Words to search for', mode: '"plan" keeps read-only tools alone' },
  answer: ToolList,
  async handle({ caller, query, parts }) {
    const { workspace } = parts;
    // Authored tools are their author's: the user token sees none of them.
    if (caller === 'user') {
      return Response.json({ workspace, tools: [], trash: [], categories: categoriesOf([]) });
    }
    const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    // The page hears of what is ready later; a program asks once.
    const patienceMs = caller === 'page' ? PAGE_PATIENCE_MS : undefined;
    const authored = (await parts.library.entries(patienceMs)).map(({ summary }) => summary);
    const all = [...authored, ...(await builtinSummaries(parts))];
    const planned =
      query.get('mode') === 'plan'
        ? all.flatMap((summary) => {
            const tools = summary.tools.filter(({ kind }) => kind === 'readonly');
            return tools.length === 0 ? [] : [{ ...summary, tools }];
          })
        : all;
    const tools = planned.filter((summary) => matches(summary, words));
    const categories = categoriesOf(tools);
    const trash = await parts.tools.trash.list();
    return Response.json({ workspace, tools, trash, categories } satisfies ToolList);
  },
});
