import type { Definition } from '../../../shared/tool/definition.ts';
import { builtinSummaries } from '../builtin/builtin-summaries.ts';
import type { Parts } from '../../server/parts.ts';

export interface OfferedTool {
  id: string;
  source: 'authored' | 'builtin' | 'found';
  definition: Definition;
}

/** The tools that are switched on, with their folder or id; of several with one name all of them. */
export async function offeredTools(
  parts: Pick<Parts, 'builtins' | 'library' | 'settings'>,
): Promise<OfferedTool[]> {
  const builtin = (await builtinSummaries(parts)).map((summary) => ({
    ...{ summary, source: 'builtin' as const },
  }));
  const authored = (await parts.library.entries()).map(({ summary }) => ({
    ...{ summary, source: summary.found ? ('found' as const) : ('authored' as const) },
  }));
  // What Lathe brings along keeps its name, whatever folders come.
  return [...builtin, ...authored]
    .filter(({ summary }) => summary.enabled)
    .flatMap(({ summary: { id, tools }, source }) =>
      tools.map((definition) => ({ id, source, definition })),
    )
    .filter(
      ({ definition }) =>
        definition.unlisted !== true && parts.settings.isToolEnabled(definition.name),
    );
}
