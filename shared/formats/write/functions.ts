import { writeJson } from '../../tool/exact-number.ts';
import { jsonPointer } from '../../schema/json/pointer.ts';
import { mcp } from '../../schema/providers/mcp.ts';
import type { Loss, Written } from '../../tool/format.ts';
import type { AuthoredTool, Toolset } from '../../tool/toolset.ts';
import { defined } from '../script-module/module-data.ts';
import { formatLoss } from './format-loss.ts';

/**
 * Writes one JSON file in the format of an MCP server's tool list, which accepts any schema. Adds kind,
 * category, tags and policies, which Lathe reads and MCP does not define.
 */
export function writeFunctions(toolset: Toolset): Written {
  const { name, rulePrompt } = toolset.group;
  const losses: Loss[] = [];
  const tools = toolset.tools.map((tool) => {
    const { kind, category, tags, policies = toolset.group.policies } = tool.definition;
    const { displayName: title } = tool.definition;
    const declared = mcp.declare(tool.definition);
    losses.push(...declared.losses, ...left(tool));
    if (rulePrompt !== undefined)
      losses.push(formatLoss(tool.definition.name, '/rulePrompt', 'format-no-group'));
    return { ...declared.declaration, ...defined({ title, kind, category, tags, policies }) };
  });
  if (tools.length === 0) return { files: {}, losses };
  const file = `${name.replace(/(?:\.json)?$/, '').replaceAll('/', '_') || 'tools'}.json`;
  return { files: { [file]: `${writeJson({ tools }, 2)}\n` }, losses };
}

function left({ definition, code, returns, meta, extra }: AuthoredTool): Loss[] {
  const { name, icon, timeoutMs, unlisted } = definition;
  const rows: [string, unknown][] = [
    ['/return', returns],
    ['/meta', meta],
    ['/icon', icon],
    ['/timeout', timeoutMs],
    ['/unlisted', unlisted],
    ['/packages', code.packages],
    ...Object.keys(extra ?? {}).map((key): [string, unknown] => [jsonPointer('', key), true]),
  ];
  return [
    ...(code.source === '' ? [] : [formatLoss(name, '/code', 'format-declares-only')]),
    ...rows
      .filter(([, value]) => value !== undefined)
      .map(([path]) => formatLoss(name, path, 'format-no-place')),
  ];
}
