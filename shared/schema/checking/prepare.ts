import type { Schema } from '@cfworker/json-schema';
import type { Json, JsonSchema } from '../../tool/json.ts';
import type { Phrase } from '../../tool/problem/phrase.ts';
import { isObject } from '../json/values.ts';
import { jsonPointer } from '../json/pointer.ts';
import { resolveRef } from '../resolve-ref.ts';
import { SUBSCHEMA_KEYWORDS } from '../subschemas.ts';
import { assertion } from './assertions.ts';
import type { Guards } from './guards.ts';
import { modernize } from './modernize.ts';
import type { NumberPlaces } from './number-places.ts';
import { phrase } from './sentence.ts';

/** A schema in the form for the validator, and the original of each part. */
export interface Prepared {
  schema: Schema;
  /** The author's schema for each prepared one. */
  origins: ReadonlyMap<object, Json>;
  /** Parts of the schema against which no value can be checked. */
  faults: { pointer: string; keyword: string; phrase: Phrase; expected: Json }[];
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
/** Keywords whose schemas are copied only if a reference uses them. */
const DEFINITIONS = new Set(['$defs', 'definitions']);

/**
 * Copies a schema into a form without surprises for the validator: 2020-12, every reference to a root
 * `$defs`, `false` as `{not: {}}`, patterns and formats behind guards, without malformed and unknown
 * keywords. `keys` returns the names that patterns may meet.
 */
export const prepare = (
  root: JsonSchema,
  guards: Guards,
  numbers: NumberPlaces,
  keys: () => readonly string[],
): Prepared => new Preparation(root, guards, numbers, keys).prepared();

class Preparation {
  readonly #root: JsonSchema;
  readonly #guards: Guards;
  readonly #numbers: NumberPlaces;
  readonly #keys: () => readonly string[];
  /** Whether the document declares draft-7 or earlier. */
  readonly #old: boolean;
  readonly #origins = new Map<object, Json>();
  readonly #faults: Prepared['faults'] = [];
  /** Names in `$defs`, by the pointer of the target. */
  readonly #targets = new Map<string, string>();
  readonly #definitions: Record<string, Schema> = {};

  constructor(
    root: JsonSchema,
    guards: Guards,
    numbers: NumberPlaces,
    keys: () => readonly string[],
  ) {
    this.#root = root;
    this.#guards = guards;
    this.#numbers = numbers;
    this.#keys = keys;
    this.#old = typeof root.$schema === 'string' && /draft-0[3467]/.test(root.$schema);
  }

  prepared(): Prepared {
    const schema = this.#convert(this.#root, '');
    if (this.#targets.size > 0) (schema as Record<string, unknown>).$defs = this.#definitions;
    return { schema, origins: this.#origins, faults: this.#faults };
  }

  #convert(schema: Json, pointer: string): Schema {
    if (!isObject(schema)) {
      const result: Schema = schema === false ? { not: {} } : {};
      this.#origins.set(result, schema);
      return result;
    }
    const result: Record<string, unknown> = {};
    this.#origins.set(result, schema);
    const modern = modernize(schema, this.#old);
    this.#checkTypes(modern, schema, pointer);
    for (const [keyword, value] of Object.entries(modern)) {
      const converted = this.#keyword(keyword, value, jsonPointer(pointer, keyword));
      if (converted !== undefined) result[keyword] = converted;
    }
    const guard = this.#guards.text(modern.pattern, modern.format);
    if (guard !== undefined) result.format = guard;
    return result as Schema;
  }

  /** Returns the prepared value of a keyword, or undefined if the keyword is left out. */
  #keyword(keyword: string, value: Json, here: string): unknown {
    const shape = SUBSCHEMA_KEYWORDS.get(keyword);
    if (keyword === '$ref') return typeof value === 'string' ? this.#refer(value, here) : undefined;
    if (shape === undefined) return assertion(keyword, value, this.#numbers);
    if (shape === 'map') {
      if (!isObject(value) || DEFINITIONS.has(keyword)) return undefined;
      const isPattern = keyword === 'patternProperties';
      return Object.fromEntries(
        Object.entries(value).map(([name, child], index) => [
          isPattern ? this.#guards.names(name, index, this.#keys()) : name,
          this.#convert(child, jsonPointer(here, name)),
        ]),
      );
    }
    if (Array.isArray(value)) {
      if (shape !== 'list') return undefined;
      return value.map((child, index) => this.#convert(child, jsonPointer(here, index)));
    }
    return shape === 'list' ? undefined : this.#convert(value, here);
  }

  #checkTypes(modern: JsonSchema, schema: JsonSchema, pointer: string): void {
    for (const type of [modern.type].flat()) {
      if (typeof type !== 'string' || TYPES.has(type)) continue;
      this.#faults.push({
        pointer: jsonPointer(pointer, 'type'),
        keyword: 'type',
        phrase: phrase('schema-type', { type, types: [...TYPES].join(', ') }),
        expected: { type: schema.type ?? null },
      });
    }
  }

  /**
   * Returns the address of a reference's target in `$defs`. Records a fault and returns undefined if there is
   * no target.
   */
  #refer(ref: string, pointer: string): string | undefined {
    const target = resolveRef(this.#root, ref);
    if (target === undefined) {
      this.#faults.push({
        pointer,
        keyword: '$ref',
        phrase: phrase(ref.startsWith('#') ? 'reference-nowhere' : 'reference-outside', { ref }),
        expected: { $ref: ref },
      });
      return undefined;
    }
    let name = this.#targets.get(target.pointer);
    if (name === undefined) {
      name = `d${this.#targets.size}`;
      this.#targets.set(target.pointer, name);
      this.#definitions[name] = this.#convert(target.schema, target.pointer);
    }
    return `#/$defs/${name}`;
  }
}
