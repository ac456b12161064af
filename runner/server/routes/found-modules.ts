import { FoundModules } from '../../../shared/protocol/found-modules.ts';
import { route } from '../http/route.ts';

/** Milliseconds that an answer waits for modules that load; the others are told as loading. */
const PATIENCE_MS = 3000;

export const listFoundModules = route({
  method: 'GET',
  path: '/api/found-modules',
  access: 'author',
  summary: 'Looks for modules in the places that the settings name, and lists what came of each',
  answer: FoundModules,
  async handle({ parts: { discovery, library } }) {
    await discovery.look(1000);
    await discovery.settled(PATIENCE_MS);
    const { problem } = discovery;
    const modules = (await library.found()).map(({ id, at, loading, read, problems }) => ({
      ...{ ...at, id, loading, problems },
      tools: (read?.toolset.tools ?? [])
        .filter(({ definition }) => definition.unlisted !== true)
        .map(({ definition }) => definition.name),
    }));
    return Response.json({
      modules,
      ...(problem === undefined ? {} : { problem }),
    } satisfies FoundModules);
  },
});
