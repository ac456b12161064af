import type { Definition } from '../shared/tool/definition.ts';
import type { Parts } from './parts.ts';

/** The authored tools that are switched on, with their folder; of several with one name all of them. */
export async function offeredTools(
  parts: Pick<Parts, 'library' | 'settings'>,
): Promise<{ id: string; definition: Definition }[]> {
  return (await parts.library.entries())
    .filter(({ summary }) => summary.enabled)
    .flatMap(({ summary }) => summary.tools.map((definition) => ({ id: summary.id, definition })))
    .filter(({ definition }) => parts.settings.isToolEnabled(definition.name));
}
