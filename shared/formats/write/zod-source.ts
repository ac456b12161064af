import { isObject } from '../../schema/json/values.ts';
import { jsonPointer } from '../../schema/json/pointer.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';

interface ZodSource {
  /** An expression with `z` that zod 3 and zod 4 accept. */
  code: string;
  /** JSON pointers to the keywords that it does not express. */
  unsaid: string[];
}

const quoted = (value: Json) =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** In zod 3, `z.any()` also accepts a missing value. */
const GIVEN = 'z.any().refine((given) => given !== undefined)';

/** Converts a JSON Schema to zod code. `at` is the schema's path, for the keywords that it cannot express. */
export function zodSource(schema: Json, at = '/parameters'): ZodSource {
  const unsaid: string[] = [];
  const code = new Writer(unsaid).schema(schema, at);
  return { code, unsaid };
}

class Writer {
  readonly #unsaid: string[];
  constructor(unsaid: string[]) {
    this.#unsaid = unsaid;
  }

  schema(schema: Json, at: string): string {
    if (!isObject(schema)) return schema === false ? 'z.never()' : 'z.any()';
    const used = new Set(['description', 'default']);
    const base = this.#base(schema, at, used);
    for (const key of Object.keys(schema)) {
      if (!used.has(key)) this.#unsaid.push(jsonPointer(at, key));
    }
    const { description, default: value } = schema;
    const said = typeof description === 'string' ? `.describe(${quoted(description)})` : '';
    return `${base}${value === undefined ? '' : `.default(${quoted(value)})`}${said}`;
  }

  #base(schema: JsonSchema, at: string, used: Set<string>): string {
    const { enum: values, type } = schema;
    if (Array.isArray(values) && values.length > 0) {
      for (const key of ['enum', 'type']) used.add(key);
      return values.every((value) => typeof value === 'string')
        ? `z.enum(${quoted(values)})`
        : this.#union(values.map(literal));
    }
    if ('const' in schema) {
      for (const key of ['const', 'type']) used.add(key);
      return literal(schema.const ?? null);
    }
    for (const key of ['anyOf', 'oneOf']) {
      const forms = schema[key];
      if (!Array.isArray(forms) || forms.length === 0 || type !== undefined) continue;
      used.add(key);
      return this.#union(forms.map((form, index) => this.schema(form, `${at}/${key}/${index}`)));
    }
    used.add('type');
    if (!Array.isArray(type)) return this.#typed(type, schema, at, used);
    return this.#union(type.map((one) => this.#typed(one, schema, at, used)));
  }

  #union(forms: string[]): string {
    return forms.length === 1 ? (forms[0] ?? 'z.any()') : `z.union([${forms.join(', ')}])`;
  }

  #typed(type: Json | undefined, schema: JsonSchema, at: string, used: Set<string>): string {
    const bounds = (...known: [string, string][]) =>
      known
        .map(([key, method]) => {
          const bound = schema[key];
          if (typeof bound !== 'number') return '';
          used.add(key);
          return `.${method}(${bound})`;
        })
        .join('');
    switch (type) {
      case 'string':
        return `z.string()${bounds(['minLength', 'min'], ['maxLength', 'max'])}${pattern(schema, used)}`;
      case 'integer':
      case 'number':
        return `z.number()${type === 'integer' ? '.int()' : ''}${bounds(
          ['minimum', 'min'],
          ['maximum', 'max'],
          ['exclusiveMinimum', 'gt'],
          ['exclusiveMaximum', 'lt'],
          ['multipleOf', 'multipleOf'],
        )}`;
      case 'boolean':
      case 'null':
        return `z.${type}()`;
      case 'array': {
        used.add('items');
        const items = this.schema(schema.items ?? true, `${at}/items`);
        return `z.array(${items})${bounds(['minItems', 'min'], ['maxItems', 'max'])}`;
      }
      case 'object':
        return this.#object(schema, at, used);
      default:
        return 'z.any()';
    }
  }

  #object(schema: JsonSchema, at: string, used: Set<string>): string {
    for (const key of ['properties', 'required', 'additionalProperties']) used.add(key);
    const { properties, required, additionalProperties: more } = schema;
    if (!isObject(properties)) {
      return at === '/parameters' || more === false
        ? `z.object({})${more === false ? '.strict()' : '.passthrough()'}`
        : `z.record(z.string(), ${this.schema(more ?? true, `${at}/additionalProperties`)})`;
    }
    const needed = new Set(Array.isArray(required) ? required : []);
    const rows = Object.entries(properties).map(([name, property]) => {
      const plain = this.schema(property, `${at}/properties/${jsonPointer('', name).slice(1)}`);
      const code = needed.has(name) ? plain.replace(/^z\.any\(\)/, GIVEN) : plain;
      const hasDefault = isObject(property) && 'default' in property;
      const optional = needed.has(name) || hasDefault ? '' : '.optional()';
      return `[${quoted(name)}]: ${code}${optional}`;
    });
    const rest = isObject(more)
      ? `.catchall(${this.schema(more, `${at}/additionalProperties`)})`
      : more === false
        ? '.strict()'
        : '.passthrough()';
    return `z.object({ ${rows.join(', ')} })${rest}`;
  }
}

function literal(value: Json): string {
  const plain = value === null || typeof value !== 'object';
  return plain ? `z.literal(${quoted(value)})` : 'z.any()';
}

/** Converts a pattern only if it is a regular expression of JavaScript, as JSON Schema requires. */
function pattern({ pattern: text }: JsonSchema, used: Set<string>): string {
  if (typeof text !== 'string') return '';
  try {
    new RegExp(text, 'u');
  } catch {
    return '';
  }
  used.add('pattern');
  return `.regex(new RegExp(${quoted(text)}, 'u'))`;
}
