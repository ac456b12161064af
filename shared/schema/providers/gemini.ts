import { writeJson } from '../../tool/exact-number.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { jsonPointer } from '../json/pointer.ts';
import { isObject, sameJson } from '../json/values.ts';
import { flatten, placeWithin } from './flatten.ts';
import type { Flat, Part } from './flatten.ts';
import { Losses } from './losses.ts';
import { rootAlternatives } from './object-root.ts';
import { toolName } from './provider.ts';
import type { Provider } from './provider.ts';
import { Source } from './source.ts';
import { ROOT, visible } from './visible.ts';

/**
 * A function declaration of the Gemini API, with its parameters as an OpenAPI `Schema`. The newest API also
 * accepts JSON Schema in `parametersJsonSchema`; every version and client accepts `parameters`.
 */
export const gemini: Provider = {
  id: 'gemini',
  label: 'Gemini',
  declare(definition) {
    const losses = new Losses(definition.name);
    const parameters = new View(new Source(visible(definition, losses), losses)).root();
    const name = toolName(definition.name, /A-Za-z0-9_.:-/, 64, losses);
    return {
      declaration: { name, description: definition.description, parameters },
      losses: losses.rows,
    };
  },
};

/** The fields of Gemini's `Schema` with the same meaning as in JSON Schema. Source: Gemini API, Schema. */
const KEPT = new Set(
  `title description default minItems maxItems minProperties maxProperties minLength maxLength pattern
  minimum maximum nullable propertyOrdering example`.split(/\s+/),
);
/**
 * The reference now allows any format, but the API answered requests with others with status 400. So Lathe
 * drops a hint rather than lose the call.
 */
const FORMATS = new Map([
  ['number', ['float', 'double']],
  ['integer', ['int32', 'int64']],
  ['string', ['enum', 'date-time']],
]);

/** One level of the schema: its keywords, and the converted result so far. */
interface Level {
  flat: Flat;
  result: JsonSchema;
}

const isNull = (arm: Json) => isObject(arm) && arm.type === 'null' && Object.keys(arm).length < 2;

/** Converts a schema to Gemini's subset of OpenAPI 3.0, and records everything else as a loss. */
class View {
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
      source.say(at, 'rewrite', 'gemini-boolean');
      return { type: 'string' };
    }
    const { flat, opened } = flatten(value, at, source, () => true);
    if (value === source.root) rootAlternatives(flat, 'Gemini', source);
    source.open.push(...opened);
    const level: Level = { flat, result: {} };
    const type = flat.get('type');
    if (type) this.#types(type, level);
    for (const [keyword, part] of flat)
      if (keyword !== 'type' && keyword !== 'nullable') this.#keep(keyword, part, level);
    // Last, because other keywords may also allow null.
    const says = flat.get('nullable');
    if (says) this.#keep('nullable', says, level);
    source.open.length -= opened.length;
    return level.result;
  }

  #types({ value, at }: Part, { flat, result }: Level): void {
    if (!Array.isArray(value)) {
      result.type = value;
      return;
    }
    const named = value.filter((one) => one !== 'null');
    if (named.length < value.length) result.nullable = true;
    this.#losses.rewrite(at, 'type', 'gemini-one-type');
    if (named.length < 2) result.type = named[0] ?? 'string';
    else if (!flat.has('anyOf') && !flat.has('oneOf'))
      result.anyOf = named.map((one) => ({ type: one }));
  }

  #keep(keyword: string, part: Part, level: Level): void {
    const { flat, result } = level;
    const { value, at } = part;
    if (keyword === 'nullable' && result.nullable === true && value !== true)
      this.#losses.drop(at, keyword, 'gemini-null-already');
    else if (KEPT.has(keyword)) result[keyword] = value;
    else if (keyword === 'properties' && isObject(value))
      result.properties = Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          name,
          this.#convert(inner, placeWithin(part, keyword, name)),
        ]),
      );
    else if (keyword === 'items' && !Array.isArray(value))
      result.items = this.#convert(value, jsonPointer(at, keyword));
    else if (keyword === 'required' && Array.isArray(value)) this.#required(part, level);
    else if ((keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(value))
      this.#alternatives(keyword, { arms: value, at }, result);
    else if (keyword === 'enum' || keyword === 'const') this.#values(keyword, part, result);
    else if (
      keyword === 'examples' &&
      Array.isArray(value) &&
      value.length > 0 &&
      !flat.has('example')
    )
      this.#example(value[0]!, at, result);
    else if (keyword === '$defs' || keyword === 'definitions')
      this.#losses.rewrite(at, keyword, 'gemini-definitions');
    else if (keyword === 'format') this.#format(part, level);
    else this.#losses.drop(at, keyword, 'gemini-keyword', { keyword });
  }

  #example(value: Json, at: string, result: JsonSchema): void {
    result.example = value;
    this.#losses.rewrite(at, 'examples', 'gemini-example');
  }

  #format({ value, at }: Part, { flat, result }: Level): void {
    const known = FORMATS.get(String(flat.get('type')?.value));
    if (known?.includes(String(value))) result.format = value;
    else this.#losses.drop(at, 'format', 'gemini-format', { format: String(value) });
  }

  #required({ value, at }: Part, { flat, result }: Level): void {
    const properties = flat.get('properties')?.value;
    const names = Array.isArray(value) ? value : [];
    const known = names.filter(
      (name) => typeof name === 'string' && isObject(properties) && Object.hasOwn(properties, name),
    );
    const isKept = known.length > 0 || at === ROOT;
    if (isKept) result.required = known;
    // One sentence: that nothing is left of the list follows from why its names go.
    const code = names.length > 0 ? 'gemini-required' : 'gemini-empty-list';
    if (!isKept) this.#losses.drop(at, 'required', code);
    else if (known.length < names.length) this.#losses.rewrite(at, 'required', code);
  }

  /** Converts alternatives; one that is only null becomes `nullable`. */
  #alternatives(keyword: string, part: { arms: Json[]; at: string }, result: JsonSchema): void {
    const { arms, at } = part;
    if ('anyOf' in result) {
      this.#losses.drop(at, keyword, 'gemini-beside-alternatives');
      return;
    }
    const kept = [...arms.entries()].filter(([, arm]) => !isNull(arm));
    if (keyword === 'oneOf') this.#losses.rewrite(at, keyword, 'gemini-one-of');
    for (const [index, arm] of arms.entries()) {
      if (!isNull(arm)) continue;
      result.nullable = true;
      this.#losses.rewrite(at, keyword, 'gemini-null');
      const here = jsonPointer(at, keyword, index);
      const place = this.#source.placeOf(arm, here);
      if (place !== here) this.#losses.rewrite(place, 'type', 'gemini-null');
    }
    const made = kept.map(([index, arm]) => this.#convert(arm, jsonPointer(at, keyword, index)));
    const [only] = made;
    // An alternative that conflicts with its sibling keywords must stay one.
    const joins =
      only &&
      Object.entries(only).every(
        ([name, value]) => !(name in result) || sameJson(result[name], value),
      );
    if (only && made.length === 1 && joins && kept.length < arms.length)
      Object.assign(result, only);
    else if (made.length > 0) result.anyOf = made;
  }

  /** Converts `enum` and `const`: a list of strings, with null as `nullable`. */
  #values(keyword: 'enum' | 'const', { value, at }: Part, result: JsonSchema): void {
    const values = keyword === 'const' ? [value] : Array.isArray(value) ? value : [];
    const named = values.filter((one) => one !== null);
    if (result.enum !== undefined) {
      this.#losses.drop(at, keyword, 'gemini-beside-values');
      return;
    }
    if (!named.every((one) => typeof one === 'string') || named.length === 0) {
      const list = writeJson(named).slice(1, -1).slice(0, 120);
      this.#losses.drop(at, keyword, 'gemini-enum', { values: list || 'null' });
      return;
    }
    if (keyword === 'const') this.#losses.rewrite(at, keyword, 'gemini-const');
    if (named.length < values.length) {
      this.#losses.rewrite(at, keyword, 'gemini-null');
      result.nullable = true;
    }
    result.enum = named;
    result.type ??= 'string';
  }
}
