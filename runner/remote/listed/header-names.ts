import { everySchema } from '../../../shared/schema/subschemas.ts';
import type { JsonSchema } from '../../../shared/tool/json.ts';

/** A header name (RFC 9110, section 5.1). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Types of values with only one spelling in a header; a number has several. */
const SAYABLE: readonly unknown[] = ['string', 'integer', 'boolean'];
/** The path of an argument that does not depend on other arguments. */
const IN_REACH = /^(?:\/properties\/[^/]*)+$/;

/**
 * Whether the arguments that a tool wants in headers (`x-mcp-header`) can be sent there; if not, the tool is not
 * offered. Source: MCP 2026-07-28, Tools, x-mcp-header.
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
