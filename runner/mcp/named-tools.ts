import type { Tool } from '@modelcontextprotocol/server';
import { mcp } from '../../shared/schema/providers/mcp.ts';
import type { CallableTool } from './callable-tool.ts';

export interface NamedTool {
  tool: CallableTool;
  /** As a client is told of it. */
  declared: Tool;
}

const LONGEST = 128;

/** The first name with a number behind it that nobody has. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = 2; ; number += 1) {
    const ending = `_${number}`;
    const tried = name.slice(0, LONGEST - ending.length) + ending;
    if (!taken.has(tried)) return tried;
  }
}

/**
 * The tools by the name that a client calls them by. A name with signs that MCP does not take is written
 * with others, and with a number where that makes it another tool's; its title keeps it as it was.
 */
export function namedTools(tools: readonly CallableTool[]): ReadonlyMap<string, NamedTool> {
  const first = new Map<string, CallableTool>();
  for (const tool of tools) {
    const { name, unlisted } = tool.definition;
    if (unlisted !== true && !first.has(name)) first.set(name, tool);
  }
  const views = [...first.values()].map((tool) => ({ tool, ...mcp.declare(tool.definition) }));
  const isAsWritten = ({ tool, declaration }: (typeof views)[number]) =>
    declaration.name === tool.definition.name;
  const named = new Map<string, NamedTool>();
  // Whoever's name needs no change keeps it.
  for (const view of [...views.filter(isAsWritten), ...views.filter((one) => !isAsWritten(one))]) {
    const { tool, declaration, losses } = view;
    const wanted = String(declaration.name);
    const name = named.has(wanted) ? freeName(wanted, named) : wanted;
    const { name: title, description } = tool.definition;
    const lost = losses.map(({ path, reason }) => `${path}: ${reason}`);
    named.set(name, {
      tool,
      declared: {
        ...{ name, title, description },
        inputSchema: { ...Object(declaration.inputSchema), type: 'object' },
        ...(declaration.annotations ? { annotations: Object(declaration.annotations) } : {}),
        ...(lost.length > 0 ? { _meta: { 'lathe/losses': lost } } : {}),
      },
    });
  }
  return named;
}
