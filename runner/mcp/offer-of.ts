import type { Caller } from '../guard/credential.ts';
import { offeredTools } from '../library/offered-tools.ts';
import type { OfferedTool } from '../library/offered-tools.ts';
import type { Parts } from '../parts.ts';
import type { Done } from '../runs/runs.ts';
import type { CallableTool, Offer } from './callable-tool.ts';

/**
 * The tools that a caller of the runner may use over MCP: those that programs are told of elsewhere, each
 * run as `POST /api/runs` runs it. The user token is told of none there, and so of none here.
 */
export function offerOf(parts: Parts, caller: Caller): Offer {
  const { builtins, library, runs } = parts;

  const call = async (
    { id, source, definition }: OfferedTool,
    ...[args, tell, signal]: Parameters<CallableTool['call']>
  ): Promise<Done | undefined> => {
    if (source === 'builtin') {
      const tool = await builtins.get(definition.name);
      if (!tool) return undefined;
      const asked = { caller, toolId: id, tool, arguments: args };
      return runs.runTool(asked, tell, signal);
    }
    const entry = await library.entry(id);
    const tools = entry?.read.toolset.tools ?? [];
    const tool = tools.find((one) => one.definition.name === definition.name);
    if (!entry || !tool) return undefined;
    const { group } = entry.read.toolset;
    const asked = {
      ...{ caller, toolHash: entry.folder.etag, tool },
      ...{ folderName: id, group: group.name, arguments: args },
    };
    return runs.run(asked, tell, signal);
  };

  return async () => {
    if (caller !== 'admin') return [];
    const offered = await offeredTools(parts);
    return offered.map((one) => ({
      definition: one.definition,
      call: (...given) => call(one, ...given),
    }));
  };
}
