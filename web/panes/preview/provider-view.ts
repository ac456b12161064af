import { isObject } from '../../../shared/schema/json/values.ts';
import { providers } from '../../../shared/schema/providers.ts';
import type { Definition } from '../../../shared/tool/definition.ts';
import type { Loss } from '../../../shared/tool/format.ts';
import type { Json, JsonSchema } from '../../../shared/tool/json.ts';
import type { TreeRow } from './tree-rows.ts';

/** What a provider would be sent, and everything that was dropped or rewritten on the way. */
export interface ProviderView {
  declaration: Json;
  losses: Loss[];
}

/** The providers in the order of their tabs. */
export const providerTabs = [...providers.values()].map(({ id, label }) => ({ id, text: label }));

export function providerView(
  id: string,
  definition: Definition,
  strict: boolean,
): ProviderView | undefined {
  return providers.get(id)?.declare(definition, { strict });
}

/** The schema within a provider's declaration: each keeps it under a name of its own. */
const NAMES = ['parameters', 'input_schema', 'inputSchema', 'parametersJsonSchema'];

/** The name, description and schema that a declaration tells a model, whoever it is for. */
export function declared(declaration: Json): {
  name: string;
  description: string;
  schema: JsonSchema;
} {
  const outer = isObject(declaration) ? declaration : {};
  const inner = isObject(outer['function']) ? outer['function'] : outer;
  const schema = NAMES.map((name) => inner[name]).find((each) => isObject(each));
  return {
    name: typeof inner['name'] === 'string' ? inner['name'] : '',
    description: typeof inner['description'] === 'string' ? inner['description'] : '',
    schema: isObject(schema) ? schema : {},
  };
}

/**
 * Each loss under the pointer of the row it belongs to: the deepest one that its path leads through.
 * Paths start at the definition, rows at its parameters. '' holds what belongs to no row.
 */
export function lossesByRow(
  rows: readonly TreeRow[],
  losses: readonly Loss[],
): ReadonlyMap<string, Loss[]> {
  const pointers = new Set(rows.map((row) => row.pointer));
  const found = new Map<string, Loss[]>();
  for (const loss of losses) {
    let at = loss.path.replace(/^\/parameters(?=\/|$)/, '');
    while (at !== '' && !pointers.has(at)) at = at.slice(0, at.lastIndexOf('/'));
    found.set(at, [...(found.get(at) ?? []), loss]);
  }
  return found;
}
