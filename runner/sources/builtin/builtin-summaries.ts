import { builtinId } from '../../../shared/protocol/builtin-id.ts';
import type { ToolSummary } from '../../../shared/protocol/tools.ts';
import type { Parts } from '../../server/parts.ts';
import { builtinFolder } from './builtin-folder.ts';

/** The built-in tools as the library lists them, those that are switched off included. */
export async function builtinSummaries({
  builtins,
  settings,
}: Pick<Parts, 'builtins' | 'settings'>): Promise<ToolSummary[]> {
  const tools = await builtins.list();
  return tools.map((tool) => {
    const enabled = settings.isEnabled(builtinId.of(tool.name));
    return builtinFolder(tool, enabled).summary;
  });
}
