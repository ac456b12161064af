import { ConflictList } from '../../../shared/protocol/conflicts.ts';
import { nameConflicts } from '../../../shared/registry/name-conflicts.ts';
import { route } from '../http/route.ts';
import { offeredTools } from '../../sources/workspace/offered-tools.ts';

export const listConflicts = route({
  method: 'GET',
  path: '/api/conflicts',
  access: 'author',
  summary: 'Names that several enabled tools have, and which of them a model is told of',
  answer: ConflictList,
  async handle({ parts }) {
    const offered = (await offeredTools(parts)).map(({ definition, id, source }) => ({
      ...{ name: definition.name, id, source },
    }));
    // They are not offered at all, and somebody will look for them.
    const refused = (await parts.library.found()).flatMap(({ id, taken }) =>
      taken.map((name) => ({ name, id, source: 'found' as const })),
    );
    const rows = [...offered, ...refused];
    return Response.json({ conflicts: nameConflicts(rows) } satisfies ConflictList);
  },
});
