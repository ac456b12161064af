import { z } from 'zod';
import { createTool } from '../../shared/registry/create-tool.ts';
import { describe } from '../../shared/registry/describe.ts';
import { Registry } from '../../shared/registry/registry.ts';
import { toJsonSchema } from '../../shared/schema/to-json-schema.ts';
import { compare } from './ground/measure.ts';

const count = 10_000;

const schema = z.object({
  path: z.string().describe('The file'),
  limit: z.number().int().default(10),
  mode: z.enum(['head', 'tail']).optional(),
});
const made = Array.from({ length: count }, (_, at) => {
  const description = { short: `Reads part ${at} of a file`, usageNotes: ['Give whole paths'] };
  const name = `tool_${at}`;
  return createTool({
    ...{
      name,
      schema,
      description,
      kind: at % 2 === 0 ? ('readonly' as const) : ('write' as const),
    },
    ...{ category: `category ${at % 40}`, tags: ['file', `tag ${at % 100}`] },
    execute: async () => ({ success: true, llmContent: '', displayContent: '' }),
  });
});
const tools = made.map((tool) => ({ ...tool, parameters: toJsonSchema(schema).schema }));
const queries = ['PART 77', 'tool_9999', 'nothing at all', 'file'];

/** What somebody would write who needs no more than the same answers. */
const plainly = () => {
  const byName = new Map<string, (typeof tools)[number]>();
  const categories = new Map<string, Set<string>>();
  const tags = new Map<string, Set<string>>();
  const put = (index: Map<string, Set<string>>, key: string, name: string) =>
    index.set(key, (index.get(key) ?? new Set()).add(name));
  for (const tool of tools) {
    if (byName.has(tool.name)) throw new Error(tool.name);
    byName.set(tool.name, tool);
    put(categories, tool.category ?? '', tool.name);
    for (const tag of tool.tags) put(tags, tag, tool.name);
  }
  return byName;
};
const registered = () => {
  const registry = new Registry();
  for (const tool of tools) registry.register(tool);
  return registry;
};

const registry = registered();
const map = plainly();
const array = [...map.values()];
const few = { warm: 5, runs: 40 };

console.log(`${count} tools`);
compare('registering', registered, 'a Map and two indices', plainly, few);
compare(
  'looking up each',
  () => tools.forEach(({ name }) => registry.get(name)),
  'Map.get',
  () => tools.forEach(({ name }) => map.get(name)),
  few,
);
compare(
  `searching ${queries.length} times`,
  () => queries.forEach((query) => registry.search(query)),
  'an array and includes',
  () =>
    queries.forEach((query) => {
      const wanted = query.toLowerCase();
      return array.filter(({ name, displayName, description }) =>
        [name, displayName, description.short].some((text) => text.toLowerCase().includes(wanted)),
      );
    }),
  few,
);
compare(
  'declaring all',
  () => registry.getFunctionDeclarations(),
  'an array and map',
  () =>
    array.map(({ name, description, parameters: { properties, required } }) => ({
      name,
      description: describe(description),
      parameters: { type: 'object', properties, required },
    })),
  few,
);
compare(
  'declaring for plan mode',
  () => registry.getFunctionDeclarationsByMode('plan'),
  'an array, filter and map',
  () =>
    array
      .filter(({ isReadOnly }) => isReadOnly)
      .map(({ name, description, parameters: { properties, required } }) => ({
        name,
        description: describe(description),
        parameters: { type: 'object', properties, required },
      })),
  few,
);
