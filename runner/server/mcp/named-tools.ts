import type { Tool } from '@modelcontextprotocol/server';
import { placeOf, type Registered } from '../../../shared/registry/registry-view.ts';
import { mcp } from '../../../shared/schema/providers/mcp.ts';

interface NamedTool {
  one: Registered;
  /** As a client is told of it. */
  declared: Tool;
  /** Where it stands in the list, as long as its unit does. */
  place: readonly [string, string, string];
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

type Named = ReadonlyMap<string, NamedTool>;

/** The names of a list, which stays the same array as long as nothing has changed. */
const known = new WeakMap<readonly Registered[], Named>();

/**
 * The tools by the name that a client calls them by. A name with signs that MCP does not take is written
 * with others, and with a number where that makes it another tool's; its title keeps it as it was.
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
  // Whoever's name needs no change keeps it.
  for (const view of [...views.filter(isAsWritten), ...views.filter((one) => !isAsWritten(one))]) {
    const { one, declaration, losses } = view;
    const wanted = String(declaration.name);
    const name = named.has(wanted) ? freeName(wanted, named) : wanted;
    const { name: written, displayName, description } = one.definition;
    // A name that had to be changed is kept as it was.
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
