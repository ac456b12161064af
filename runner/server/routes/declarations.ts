import { z } from 'zod';
import { providers } from '../../../shared/schema/providers.ts';
import { JsonObject } from '../../../shared/tool/json.ts';
import { offeredTools } from '../../sources/workspace/offered-tools.ts';
import { refuse } from '../http/refuse.ts';
import { route } from '../http/route.ts';

const Loss = z.object({
  tool: z.string(),
  path: z.string(),
  keyword: z.string(),
  action: z.enum(['dropped', 'rewritten', 'moved']),
  reason: z.string(),
});

export const declarations = route({
  method: 'GET',
  path: '/api/declarations',
  access: 'known',
  summary: 'The enabled tools as a provider would be sent them, with everything lost on the way',
  query: {
    provider: 'The id of a provider',
    mode: '"plan" keeps read-only tools alone',
    strict: '"true" for the form that the provider enforces',
  },
  answer: z.object({ declarations: z.array(JsonObject), losses: z.array(Loss) }),
  async handle({ caller, query, parts }) {
    const id = query.get('provider') ?? 'openai';
    const provider = providers.get(id);
    if (!provider) {
      const hint = `Known are ${[...providers.keys()].join(', ')}`;
      const message = `There is no provider "${id}"`;
      return refuse(400, 'unknown-provider', message, { path: 'provider', hint });
    }
    const strict = query.get('strict') === 'true';
    // Authored tools are their author's: the user token is told of none.
    const offered = caller === 'user' ? [] : await offeredTools(parts);
    // No provider takes a name twice: the first has it, and the conflicts are listed.
    const byName = new Map(
      offered.toReversed().map(({ definition }) => [definition.name, definition]),
    );
    const declared = offered
      .map(({ definition }) => definition)
      .filter((definition) => byName.get(definition.name) === definition)
      .filter(({ kind }) => query.get('mode') !== 'plan' || kind === 'readonly')
      .map((definition) => provider.declare(definition, { strict }));
    return Response.json({
      declarations: declared.map(({ declaration }) => declaration),
      losses: declared.flatMap(({ losses }) => losses),
    });
  },
});
