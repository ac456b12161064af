import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/values.ts';
import { jsonPointer } from '../json/pointer.ts';
import { resolveRef } from '../resolve-ref.ts';
import { flatten, placeWithin } from './flatten.ts';
import type { Flat, Part } from './flatten.ts';
import { Losses } from './losses.ts';
import { objectRoot, rootAlternatives } from './object-root.ts';
import { toolName } from './provider.ts';
import type { Provider } from './provider.ts';
import { Source } from './source.ts';
import { ANY_PLAIN, impliedType, strictObject } from './strict-object.ts';
import { ROOT, visible } from './visible.ts';

const NOTES = new Set(
  'title description default examples deprecated readOnly writeOnly $comment'.split(' '),
);

/** The keywords that structured outputs enforce. Source: OpenAI, Structured Outputs, supported schemas. */
const KEPT = new Set(
  `type title description enum const pattern multipleOf minimum maximum exclusiveMinimum
  exclusiveMaximum minItems maxItems $ref`.split(/\s+/),
);
const FORMATS = new Set('date-time time date duration email hostname ipv4 ipv6 uuid'.split(' '));
const DEFINITIONS = new Set(['$defs', 'definitions']);
/** Keywords of the object as a whole, converted after the others. */
const OF_OBJECT = new Set(['properties', 'required', 'additionalProperties']);

/** A function tool of Chat Completions; with `strict`, in the schema subset of structured outputs. */
export const openai: Provider = {
  id: 'openai',
  label: 'OpenAI',
  declare(definition, { strict = definition.strict ?? false } = {}) {
    const losses = new Losses(definition.name);
    const schema = visible(definition, losses);
    const name = toolName(definition.name, /A-Za-z0-9_-/, 64, losses);
    const { description } = definition;
    const parameters = strict
      ? new StrictView(new Source(schema, losses)).root()
      : objectRoot(schema, 'OpenAI', ['enum', 'const', 'not'], losses);
    return {
      declaration: {
        type: 'function',
        function: { name, description, parameters, ...(strict ? { strict: true } : {}) },
      },
      losses: losses.rows,
    };
  },
};

/** Converts a schema to the subset of strict mode, and records everything else as a loss. */
class StrictView {
  readonly #source: Source;
  readonly #losses: Losses;

  constructor(source: Source) {
    this.#source = source;
    this.#losses = source.losses;
  }

  root(): JsonSchema {
    return this.#convert(this.#source.root, ROOT);
  }

  #convert(value: Json, given: string): JsonSchema {
    const source = this.#source;
    source.count();
    const at = source.placeOf(value, given);
    if (!isObject(value)) {
      source.say(at, 'rewrite', 'strict-boolean');
      return { type: ANY_PLAIN };
    }
    const copied = value === source.root || mustInline(value, source.root);
    const { flat, opened } = flatten(value, at, source, () => copied);
    if (value === source.root) rootAlternatives(flat, 'OpenAI', source);
    source.open.push(...opened);
    const result: JsonSchema = {};
    for (const [keyword, part] of flat) this.#keep(result, keyword, part, flat);
    this.#complete(result, flat, at);
    source.open.length -= opened.length;
    return this.#besideReference(result, flat);
  }

  #keep(result: JsonSchema, keyword: string, part: Part, flat: Flat): void {
    const losses = this.#losses;
    const { value, at } = part;
    const path = jsonPointer(at, keyword);
    if (OF_OBJECT.has(keyword)) return;
    if (KEPT.has(keyword)) result[keyword] = value;
    else if (keyword === 'format' && FORMATS.has(String(value))) result.format = value;
    else if (keyword === 'items' && !Array.isArray(value))
      result.items = this.#convert(value, path);
    else if (DEFINITIONS.has(keyword) && isObject(value))
      result[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          name,
          this.#convert(inner, placeWithin(part, keyword, name)),
        ]),
      );
    else if (keyword === 'oneOf' && flat.has('anyOf'))
      losses.drop(at, keyword, 'strict-beside-any-of');
    else if ((keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(value)) {
      if (keyword === 'oneOf') losses.rewrite(at, keyword, 'strict-one-of');
      result.anyOf = value.map((inner, index) => this.#convert(inner, jsonPointer(path, index)));
    } else if (keyword === 'format')
      losses.drop(at, keyword, 'strict-format', { format: String(value) });
    else losses.drop(at, keyword, 'strict-keyword', { keyword });
  }

  /** Strict mode requires a type everywhere, items in every array, and closed objects. */
  #complete(result: JsonSchema, flat: Flat, at: string): void {
    const losses = this.#losses;
    if (result.type === undefined && !('anyOf' in result) && !('$ref' in result)) {
      const implied = impliedType(flat, result);
      if (implied === undefined) losses.rewrite(at, 'type', 'strict-type');
      result.type = implied ?? ANY_PLAIN;
    }
    const types = [result.type].flat();
    if (types.includes('array') && result.items === undefined) {
      losses.rewrite(at, 'items', 'strict-items');
      result.items = { type: ANY_PLAIN };
    }
    if (types.includes('object')) {
      const convert = (schema: Json, place: string) => this.#convert(schema, place);
      Object.assign(result, strictObject(flat, this.#source, convert));
      return;
    }
    for (const keyword of OF_OBJECT) {
      const part = flat.get(keyword);
      if (part) losses.drop(part.at, keyword, 'strict-no-object');
    }
  }

  #besideReference(result: JsonSchema, flat: Flat): JsonSchema {
    const { $ref, ...rest } = result;
    if ($ref === undefined || Object.keys(rest).length === 0) return result;
    const at = flat.get('$ref')?.at ?? ROOT;
    this.#losses.rewrite(at, '$ref', 'strict-reference');
    return { ...rest, anyOf: [{ $ref }] };
  }
}

/**
 * Whether a referenced schema must be inlined. Strict mode follows a reference only to the root or to a
 * definition, and allows no other keyword next to it.
 */
function mustInline(schema: JsonSchema, root: JsonSchema): boolean {
  let refs = 0;
  let rules = false;
  let strange = false;
  const look = (part: JsonSchema): void => {
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword === '$ref') {
        refs++;
        strange ||= !/^#(?:\/(?:\$defs|definitions)\/[^/]+)?$/.test(String(value));
        strange ||= resolveRef(root, String(value)) === undefined;
      } else if (keyword === 'allOf' && Array.isArray(value)) {
        for (const inner of value) if (isObject(inner)) look(inner);
      } else if (!NOTES.has(keyword) && !keyword.startsWith('x-')) rules = true;
    }
  };
  look(schema);
  return refs > 1 || (refs === 1 && (rules || strange));
}
