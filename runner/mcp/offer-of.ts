import type { RunEvent } from '../../shared/protocol/events.ts';
import type { Caller } from '../guard/credential.ts';
import { offeredTools } from '../library/offered-tools.ts';
import type { OfferedTool } from '../library/offered-tools.ts';
import type { Parts } from '../parts.ts';
import type { CallableTool, Called, Offer } from './callable-tool.ts';

type Tell = (event: RunEvent) => void;
type Produce = (tell: Tell, gone: AbortSignal) => Promise<void>;

async function ended(produce: Produce, tell: Tell, gone: AbortSignal): Promise<Called> {
  let last: RunEvent | undefined;
  await produce((event) => {
    last = event;
    tell(event);
  }, gone);
  if (last?.type !== 'ended') throw new Error(`A run ended with "${last?.type}"`);
  const { result, ending } = last;
  return { result, ending };
}

/**
 * The tools that a caller of the runner may use over MCP: those that programs are told of elsewhere, each
 * run as `POST /api/runs` runs it. The user token is told of none there, and so of none here.
 */
export function offerOf(parts: Parts, caller: Caller): Offer {
  const { builtins, library, runs } = parts;

  const call = async (
    { id, source, definition }: OfferedTool,
    ...[args, tell, signal]: Parameters<CallableTool['call']>
  ): Promise<Called | undefined> => {
    if (source === 'builtin') {
      const tool = await builtins.get(definition.name);
      if (!tool) return undefined;
      const asked = { caller, toolId: id, tool, arguments: args };
      return ended((to, gone) => runs.runTool(asked, to, gone), tell, signal);
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
    return ended((to, gone) => runs.run(asked, to, gone), tell, signal);
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
