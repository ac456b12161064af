import type { Agent } from '../../../shared/tool/agent.ts';
import type { Registry } from '../../../shared/registry/registry.ts';
import type { Unit } from '../../../shared/registry/registry-view.ts';
import { reach, type Caller } from '../../server/guard/credential.ts';

/**
 * Returns the names of an agent's tools without duplicates: local ones first, then those of MCP servers. An
 * agent with all tools does not get itself. A caller limited to built-in tools gets no others through an agent.
 * Source: seed 003, `executeToolAgent`.
 */
export function toolsOf<U extends Unit>(
  { tools, mode }: Pick<Agent, 'tools' | 'mode'>,
  registry: Pick<Registry<U>, 'offered'>,
  { name, caller }: { name: string; caller: Caller },
): string[] {
  const offered = registry
    .offered(mode)
    .filter(({ unit }) => reach[caller].seesTools || unit.source === 'builtin');
  const isRemote = ({ unit }: { unit: Unit }) =>
    unit.source === 'mcp' || unit.id.startsWith('mcp:');
  const native = offered.filter((one) => !isRemote(one));
  const remote = offered.filter(isRemote);
  const wanted = tools === 'all' ? undefined : new Set(tools);
  const names = [...native, ...remote]
    .map(({ tool }) => tool.name)
    .filter((one) => wanted?.has(one) ?? one !== name);
  return [...new Set(names)];
}
