import { isObject } from '../schema/json/is-object.ts';
import { ToolKind } from '../tool/definition.ts';
import type { Definition } from '../tool/definition.ts';
import type { Json, JsonObject, JsonSchema } from '../tool/json.ts';
import { Policies } from '../tool/policy.ts';

/** Where each provider keeps the arguments' schema. */
const schemaKeys = ['parameters', 'input_schema', 'inputSchema', 'parametersJsonSchema'];

/** The declarations in a file: one, a list, or a list that stands under a provider's key. */
export function declarationsIn(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(declarationsIn);
  if (!isObject(value)) return [];
  for (const key of ['tools', 'functionDeclarations', 'function_declarations']) {
    const inner = value[key];
    if (Array.isArray(inner)) return inner.flatMap(declarationsIn);
  }
  if (value.type === 'function' && isObject(value.function)) return [value.function];
  const named = typeof value.name === 'string' || typeof value.id === 'string';
  const described = typeof value.description === 'string' || schemaKeys.some((key) => key in value);
  return named && described ? [value] : [];
}

/** Reads a declaration in the form of OpenAI, Anthropic, Gemini or MCP, or of Lathe itself. */
export function functionDeclaration(json: JsonObject): Definition {
  const schema = schemaKeys.map((key) => json[key]).find(isObject);
  const kind = ToolKind.safeParse(json.kind).data;
  const policies = Policies.safeParse(json.policies).data;
  const annotations = isObject(json.annotations) ? json.annotations : {};
  const hinted = annotations.readOnlyHint === true ? ('readonly' as const) : undefined;
  const category = typeof json.category === 'string' ? json.category : undefined;
  return {
    name: String(json.name ?? json.id),
    description: typeof json.description === 'string' ? json.description : '',
    parameters: schema ? lowerTypes(schema) : { type: 'object', properties: {} },
    ...((kind ?? hinted) ? { kind: kind ?? hinted } : {}),
    ...(category === undefined ? {} : { category }),
    ...(policies === undefined ? {} : { policies }),
  };
}

/** Gemini writes the names of types in capitals. Values such as defaults and enums stay as they are. */
function lowerTypes(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).map(([key, value]): [string, Json] => {
    if (key === 'type' && typeof value === 'string') return [key, value.toLowerCase()];
    if (key === 'properties' && isObject(value)) {
      const inner = Object.entries(value).map(([name, each]) => [name, lowerIn(each)] as const);
      return [key, Object.fromEntries(inner)];
    }
    if (key === 'items' || key === 'additionalProperties') return [key, lowerIn(value)];
    if (/^(any|one|all)Of$/.test(key) && Array.isArray(value)) return [key, value.map(lowerIn)];
    return [key, value];
  });
  return Object.fromEntries(entries);
}

const lowerIn = (value: Json): Json => (isObject(value) ? lowerTypes(value) : value);
