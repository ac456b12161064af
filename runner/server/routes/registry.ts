import { z } from 'zod';
import { ConflictList } from '../../../shared/protocol/conflicts.ts';
import {
  DeclaredLoss,
  FlatParameters,
  RegistryLog,
  ToolList,
} from '../../../shared/protocol/tools.ts';
import { flattenParameters } from '../../../shared/schema/flatten-parameters.ts';
import { providers } from '../../../shared/schema/providers.ts';
import { JsonObject } from '../../../shared/tool/json.ts';
import { sha256 } from '../../platform/sha256.ts';
import { doubled } from '../../../shared/registry/registry-view.ts';
import type { Sources } from '../../sources/sources.ts';
import type { ToolStore } from '../../store/tools/tool-store.ts';
import { reach } from '../guard/credential.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';
import { toolAnswers } from '../http/tool-answers.ts';
import { modeOf, nothing, unitsOf, pageOf, categoriesOf, tagsOf } from './unit-list.ts';
import { answerJson } from '../http/answer-json.ts';

/** The limit of deleted folders in this list; `/api/trash` lists all. */
const MOST_TRASH = 100;

interface Needs {
  workspace: string;
  sources: Sources;
  store: ToolStore;
}

const MOST_UNITS = 1000;
const mode = '"plan" keeps read-only tools alone';

/** Routes for the registry as every caller sees it. */
export const registryRoutes = ({ workspace, sources, store }: Needs): Route[] => [
  route({
    method: 'GET',
    path: '/api/tools',
    access: 'known',
    summary:
      'The units of the registry with their tools, those with problems included: built-in tools, tool folders of the workspace and external modules; and the trash. An unchanged list answers 304 to its ETag',
    query: {
      q: 'Words to search for in names, display names, descriptions, categories, tags and ids',
      mode,
      source: '"builtin", "authored" or "external"',
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
      if (!may.seesTools) return answerJson(nothing(workspace));
      await sources.fresh(may.patienceMs);
      const trash = (await store.trash.list()).slice(0, MOST_TRASH);
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
      return answerJson(body, { headers: { ETag: etag, 'Cache-Control': 'no-cache' } });
    },
  }),
  route({
    method: 'GET',
    path: '/api/declarations',
    access: 'known',
    summary: 'The enabled tools in the format of a provider, with the losses',
    query: {
      provider: 'The id of a provider',
      mode,
      strict:
        '"true" for the form that the provider enforces, "false" for none; without it, as each tool says',
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
      const asked = query.get('strict');
      const form = asked === null ? {} : { strict: asked === 'true' };
      await sources.fresh();
      const offered = reach[caller].seesTools ? sources.registry.offered(modeOf(query)) : [];
      const declared = offered.map(({ definition }) => provider.declare(definition, form));
      return answerJson({
        declarations: declared.map(({ declaration }) => declaration),
        losses: declared.flatMap(({ losses }) => losses),
      });
    },
  }),
  route({
    method: 'GET',
    path: '/api/tools/:id/parameters',
    access: 'author',
    summary: "Each tool's parameters as a flat list, with the losses",
    answer: FlatParameters,
    async handle({ params }) {
      const { id = '' } = params;
      const unit = await sources.unit(id);
      if (!unit) return toolAnswers.absent(id);
      const tools = unit.tools.map((tool) => {
        const { name, parameters } = tool.definition ?? tool.getFunctionDeclaration();
        return { name, ...flattenParameters(name, parameters) };
      });
      return answerJson({ tools } satisfies FlatParameters);
    },
  }),
  route({
    method: 'GET',
    path: '/api/conflicts',
    access: 'author',
    summary: 'Names that several enabled tools share, and which tool has each',
    answer: ConflictList,
    async handle() {
      await sources.fresh();
      return answerJson({ conflicts: conflictsOf(sources) } satisfies ConflictList);
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
      return answerJson({ events } satisfies RegistryLog);
    },
  }),
];

/** Returns the name conflicts of the registry, and those that external modules lost before. */
function conflictsOf({ registry }: Sources): ConflictList['conflicts'] {
  const byName = new Map(registry.conflicts().map((one) => [one.name, one]));
  for (const { id, source, taken = [] } of registry.units())
    for (const name of taken) {
      const holder = registry.getAll().find(({ tool }) => tool.name === name)?.unit;
      if (!holder) continue;
      const known = byName.get(name) ?? doubled(name, { id: holder.id, source: holder.source });
      byName.set(name, { ...known, refused: [...known.refused, { id, source }] });
    }
  return [...byName.values()];
}
