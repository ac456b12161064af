import { builtinId } from '../../shared/protocol/builtin-id.ts';
import type { ToolSummary } from '../../shared/protocol/tools.ts';
import type { Parts } from '../parts.ts';
import { builtinFolder } from './builtin-folder.ts';

/** The built-in tools as the library lists them, those that are switched off included. */
export async function builtinSummaries({
  builtins,
  settings,
}: Pick<Parts, 'builtins' | 'settings'>): Promise<ToolSummary[]> {
  const tools = await builtins.list();
  const made = tools.map(async (tool) => {
    const enabled = settings.isEnabled(builtinId.of(tool.name));
    return (await builtinFolder(tool, enabled)).summary;
  });
  return Promise.all(made);
}
