import type { Tool } from '@modelcontextprotocol/server';
import { placeOf, type Registered } from '../../../shared/registry/registry-view.ts';
import { mcp } from '../../../shared/schema/providers/mcp.ts';

interface NamedTool {
  one: Registered;
  /** The name for clients. */
  declared: Tool;
  /** Its position in the list, as long as its unit exists. */
  place: readonly [string, string, string];
}

const LONGEST = 128;

/** Returns the first free name with a number appended. */
function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = 2; ; number += 1) {
    const ending = `_${number}`;
    const tried = name.slice(0, LONGEST - ending.length) + ending;
    if (!taken.has(tried)) return tried;
  }
}

type Named = ReadonlyMap<string, NamedTool>;

/** Returns the names of a list, which is the same array as long as nothing changed. */
const known = new WeakMap<readonly Registered[], Named>();

/**
 * Returns the tools by the name for clients. Characters that MCP does not allow are replaced, and a number makes
 * the name unique; the title keeps the original.
 */
export function namedTools(tools: readonly Registered[]): Named {
  const named = known.get(tools) ?? giveNames(tools);
  known.set(tools, named);
  return named;
}

function giveNames(tools: readonly Registered[]): Named {
  const views = tools.map((one) => ({ one, ...mcp.declare(one.definition) }));
  const isAsWritten = ({ one, declaration }: (typeof views)[number]) =>
    declaration.name === one.definition.name;
  const named = new Map<string, NamedTool>();
  // Names that need no change come first.
  for (const view of [...views.filter(isAsWritten), ...views.filter((one) => !isAsWritten(one))]) {
    const { one, declaration, losses } = view;
    const wanted = String(declaration.name);
    const name = named.has(wanted) ? freeName(wanted, named) : wanted;
    const { name: written, displayName, description } = one.definition;
    // A changed name stays as it was.
    const title = isAsWritten(view) ? (displayName ?? written) : written;
    const lost = losses.map(({ path, reason }) => `${path}: ${reason}`);
    named.set(name, {
      one,
      place: [isAsWritten(view) ? '0' : '1', placeOf(one.unit), name],
      declared: {
        ...{ name, title, description },
        inputSchema: { ...Object(declaration.inputSchema), type: 'object' },
        ...(declaration.outputSchema
          ? { outputSchema: { ...Object(declaration.outputSchema), type: 'object' } }
          : {}),
        ...(declaration.annotations ? { annotations: Object(declaration.annotations) } : {}),
        ...(lost.length > 0 ? { _meta: { 'lathe/losses': lost } } : {}),
      },
    });
  }
  return named;
}
