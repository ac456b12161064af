import { z } from 'zod';
import { ConflictList } from '../../../shared/protocol/conflicts.ts';
import {
  DeclaredLoss,
  FlatParameters,
  RegistryLog,
  ToolList,
} from '../../../shared/protocol/tools.ts';
import { placeOf, type Registered } from '../../../shared/registry/registry.ts';
import { flattenParameters } from '../../../shared/schema/flatten-parameters.ts';
import { providers } from '../../../shared/schema/providers.ts';
import { JsonObject } from '../../../shared/tool/json.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { Sources } from '../../sources/sources.ts';
import type { RunnerUnit } from '../../sources/unit.ts';
import type { ToolStore } from '../../store/tool-store.ts';
import { reach } from '../guard/credential.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';

interface Needs {
  workspace: string;
  sources: Sources;
  store: ToolStore;
}

const MOST_UNITS = 1000;
const mode = '"plan" keeps read-only tools alone';
const customLabel = '自定义工具';

const modeOf = (query: URLSearchParams): 'plan' | undefined =>
  query.get('mode') === 'plan' ? 'plan' : undefined;

/** The registry as every caller sees it. */
export const registryRoutes = ({ workspace, sources, store }: Needs): Route[] => [
  route({
    method: 'GET',
    path: '/api/tools',
    access: 'known',
    summary:
      'The units of the registry with their tools, those with problems included: built-in tools, tool folders of the workspace and found modules; and the trash. An unchanged list answers 304 to its ETag',
    query: {
      q: 'Words to search for in names, display names, descriptions, categories, tags and ids',
      mode,
      source: '"builtin", "authored" or "found"',
      category: 'A category of the list',
      tag: 'A tag of the list',
      ids: 'Only these units, their ids separated by commas',
      limit: `How many units a page holds, at most ${MOST_UNITS}`,
      cursor: 'The "next" of an earlier page',
    },
    answer: ToolList,
    async handle({ request, caller, query }) {
      const may = reach[caller];
      const limit = Number(query.get('limit') ?? MOST_UNITS);
      if (!Number.isInteger(limit) || limit < 1 || limit > MOST_UNITS) {
        const message = `"limit" must be a whole number from 1 to ${MOST_UNITS}`;
        return refuse(400, 'bad-limit', message, { path: 'limit' });
      }
      if (!may.seesTools) return Response.json(nothing(workspace));
      await sources.fresh(may.patienceMs);
      const trash = await store.trash.list();
      const { registry } = sources;
      const asked = [registry.revision, query.toString(), trash.map(({ key }) => key)];
      const etag = `W/"${sha256(JSON.stringify(asked)).slice(0, 32)}"`;
      if (request.headers.get('If-None-Match') === etag)
        return new Response(null, { status: 304, headers: { ETag: etag } });
      const matching = unitsOf(sources, query);
      const list = pageOf(matching, query.get('cursor'), limit);
      const isFirst = query.get('cursor') === null;
      const body: ToolList = {
        workspace,
        tools: list.page.map(({ unit, shown }) =>
          sources.summary(
            unit,
            shown.map(({ tool }) => tool),
          ),
        ),
        next: list.next,
        total: matching.length,
        totalTools: matching.reduce((sum, { shown }) => sum + shown.length, 0),
        trash: isFirst ? trash : [],
        ...(isFirst ? { categories: categoriesOf(matching), tags: tagsOf(matching) } : {}),
      };
      return Response.json(body, { headers: { ETag: etag, 'Cache-Control': 'no-cache' } });
    },
  }),
  route({
    method: 'GET',
    path: '/api/declarations',
    access: 'known',
    summary: 'The enabled tools as a provider would be sent them, with everything lost on the way',
    query: {
      provider: 'The id of a provider',
      mode,
      strict: '"true" for the form that the provider enforces',
    },
    answer: z.object({ declarations: z.array(JsonObject), losses: z.array(DeclaredLoss) }),
    async handle({ caller, query }) {
      const id = query.get('provider') ?? 'openai';
      const provider = providers.get(id);
      if (!provider) {
        const hint = `Known are ${[...providers.keys()].join(', ')}`;
        const message = `There is no provider "${id}"`;
        return refuse(400, 'unknown-provider', message, { path: 'provider', hint });
      }
      const strict = query.get('strict') === 'true';
      await sources.fresh();
      const offered = reach[caller].seesTools ? sources.registry.offered(modeOf(query)) : [];
      const declared = offered.map(({ definition }) => provider.declare(definition, { strict }));
      return Response.json({
        declarations: declared.map(({ declaration }) => declaration),
        losses: declared.flatMap(({ losses }) => losses),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/api/tools/:id/parameters',
    access: 'author',
    summary: "Each tool's parameters as a flat list, with what that list cannot say",
    answer: FlatParameters,
    async handle({ params }) {
      const { id = '' } = params;
      const unit = await sources.unit(id);
      if (!unit) return toolAnswers.absent(id);
      const tools = unit.tools.map((tool) => {
        const { name, parameters } = tool.definition ?? tool.getFunctionDeclaration();
        return { name, ...flattenParameters(name, parameters) };
      });
      return Response.json({ tools } satisfies FlatParameters);
    },
  }),
  route({
    method: 'GET',
    path: '/api/conflicts',
    access: 'author',
    summary: 'Names that several enabled tools have, and which of them a model is told of',
    answer: ConflictList,
    async handle() {
      await sources.fresh();
      return Response.json({ conflicts: conflictsOf(sources) } satisfies ConflictList);
    },
  }),
  route({
    method: 'GET',
    path: '/api/registry/events',
    access: 'author',
    summary:
      'The newest events of the registry, oldest first: tools registered, changed, unregistered',
    query: { after: 'Only events with a higher "seq"' },
    answer: RegistryLog,
    async handle({ query }) {
      await sources.fresh();
      const after = Number(query.get('after') ?? 0);
      const events = sources.registry.events.filter(({ seq }) => !(seq <= after));
      return Response.json({ events } satisfies RegistryLog);
    },
  }),
];

interface Listed {
  unit: RunnerUnit;
  shown: Registered<RunnerUnit>[];
}

const nothing = (workspace: string): ToolList => ({
  ...{ workspace, tools: [], total: 0, totalTools: 0, trash: [], categories: categoriesOf([]) },
});

/** The units with their tools that a query wants; one without tools where nothing is asked of tools. */
function unitsOf({ registry }: Sources, query: URLSearchParams): Listed[] {
  const given = (name: string) => query.get(name) ?? undefined;
  const wanted = given('ids')?.split(',');
  const ids = wanted && new Set(wanted);
  const asked = { q: given('q'), category: given('category'), tag: given('tag') };
  const words = (asked.q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const source = given('source');
  const shown = new Map<RunnerUnit, Registered<RunnerUnit>[]>();
  for (const one of registry.find({ ...asked, source, mode: modeOf(query) }))
    if (!shown.get(one.unit)?.push(one)) shown.set(one.unit, [one]);
  const isPlain = modeOf(query) === undefined && asked.tag === undefined;
  return registry.units().flatMap((unit) => {
    if (ids && !ids.has(unit.id)) return [];
    const tools = shown.get(unit);
    if (tools) return [{ unit, shown: tools }];
    // A folder that gives no tools is looked for by its name.
    const isEmpty = unit.tools.length === 0 && isPlain && (source ?? unit.source) === unit.source;
    const isNamed = words.every((word) => unit.id.toLowerCase().includes(word));
    const isThere = asked.category === undefined || unit.facts.category === asked.category;
    return isEmpty && isNamed && isThere ? [{ unit, shown: [] }] : [];
  });
}

/** The units behind a cursor, which is the place of the last one before them: others may come and go. */
function pageOf(
  all: readonly Listed[],
  cursor: string | null,
  limit: number,
): { page: readonly Listed[]; next: string | undefined } {
  const at = cursor === null ? -1 : all.findIndex(({ unit }) => placeOf(unit) === cursor);
  const isGone = cursor !== null && at < 0;
  const behind = isGone ? all.findIndex(({ unit }) => placeOf(unit) > cursor) : at + 1;
  const first = behind < 0 ? all.length : behind;
  const page = all.slice(first, first + limit);
  const last = page.at(-1);
  return { page, next: last && first + limit < all.length ? placeOf(last.unit) : undefined };
}

/** The categories of a list. `custom` is always there. Source: seed 001, section 3.2. */
function categoriesOf(listed: readonly Listed[]): NonNullable<ToolList['categories']> {
  const byId = new Map<string, string[]>([['custom', []]]);
  for (const { unit } of listed)
    byId.set(unit.facts.category, [...(byId.get(unit.facts.category) ?? []), unit.id]);
  return [...byId].map(([id, tools]) => ({ id, label: id === 'custom' ? customLabel : id, tools }));
}

function tagsOf(listed: readonly Listed[]): NonNullable<ToolList['tags']> {
  const counts = new Map<string, number>();
  for (const { shown } of listed)
    for (const { tool } of shown)
      for (const tag of tool.tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].map(([id, count]) => ({ id, count })).sort((a, b) => b.count - a.count);
}

/** Double names of the registry, and those that found modules lost before they came there. */
function conflictsOf({ registry }: Sources): ConflictList['conflicts'] {
  const byName = new Map(registry.conflicts().map((one) => [one.name, one]));
  for (const { id, source, taken = [] } of registry.units())
    for (const name of taken) {
      const holder = registry.getAll().find(({ tool }) => tool.name === name)?.unit;
      if (!holder) continue;
      const known = byName.get(name) ?? {
        ...{ name, kept: { id: holder.id, source: holder.source }, refused: [] },
        message: `工具 '${name}' 已注册`,
      };
      byName.set(name, { ...known, refused: [...known.refused, { id, source }] });
    }
  return [...byName.values()];
}
