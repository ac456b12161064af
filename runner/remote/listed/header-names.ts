import { everySchema } from '../../../shared/schema/subschemas.ts';
import type { JsonSchema } from '../../../shared/tool/json.ts';

/** A name of HTTP (RFC 9110, section 5.1). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Kinds of values that a header says in one way alone: a number has several. */
const SAYABLE: readonly unknown[] = ['string', 'integer', 'boolean'];
/** Where an argument stands that is found without a look at the others. */
const IN_REACH = /^(?:\/properties\/[^/]*)+$/;

/**
 * Whether the arguments that a tool wants in headers (`x-mcp-header`) can be sent as such: a tool of which one cannot
 * is offered to nobody. Source: MCP 2026-07-28, Tools, x-mcp-header.
 */
export function hasFitHeaders(parameters: JsonSchema): boolean {
  const names = new Set<string>();
  for (const { schema, pointer } of everySchema(parameters)) {
    const { 'x-mcp-header': name, type } = schema;
    if (name === undefined) continue;
    if (typeof name !== 'string' || !TOKEN.test(name) || names.has(name.toLowerCase()))
      return false;
    if (!SAYABLE.includes(type) || !IN_REACH.test(pointer)) return false;
    names.add(name.toLowerCase());
  }
  return true;
}
