import type { Loss } from '../../tool/format.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { everySchema } from '../subschemas.ts';
import { copyJson, isObject } from '../json/values.ts';
import { resolveRef } from '../resolve-ref.ts';
import type { LossCode } from './loss-reasons.ts';
import type { Losses } from './losses.ts';
import { ROOT } from './visible.ts';

/** The most schemas in one view; beyond that, references are not followed. */
const MAX_SCHEMAS = 2_000;

/** The source schema of a view: the path of each part, and the targets of its references. */
export class Source {
  readonly root: JsonSchema;
  readonly losses: Losses;
  /** Pointers of the definitions that are being inlined. */
  readonly open: string[] = [];
  readonly #places = new Map<object, string>();
  #schemas = 0;

  constructor(parameters: JsonSchema, losses: Losses) {
    // A copy, so that one object in two places becomes two objects with a path each.
    this.root = copyJson(parameters);
    this.losses = losses;
    for (const { schema, pointer } of everySchema(this.root)) {
      this.#places.set(schema, ROOT + pointer);
    }
  }

  /** The original path of a schema in the definition, wherever it was moved; else `otherwise`. */
  placeOf(schema: Json | undefined, otherwise: string): string {
    return (isObject(schema) ? this.#places.get(schema) : undefined) ?? otherwise;
  }

  /** Records a schema as lost or rewritten as a whole, at the path of its keyword. */
  say(place: string, action: 'drop' | 'rewrite', code: LossCode, values?: Loss['values']): void {
    const cut = place.lastIndexOf('/');
    const keyword = place
      .slice(cut + 1)
      .replace(/~1/g, '/')
      .replace(/~0/g, '~');
    this.losses[action](place.slice(0, cut), keyword, code, values);
  }

  /** Counts a schema of the result. */
  count(): void {
    this.#schemas++;
  }

  /** The target of a reference, or why it cannot be inlined. */
  target(ref: string): { schema: JsonSchema; pointer: string } | { why: LossCode } {
    const found = resolveRef(this.root, ref);
    if (found === undefined) return { why: 'reference-nowhere' };
    const { schema, pointer } = found;
    if (!isObject(schema)) return { why: 'reference-boolean' };
    if (this.open.includes(pointer)) return { why: 'reference-itself' };
    if (this.#schemas > MAX_SCHEMAS) return { why: 'reference-large' };
    return { schema, pointer };
  }
}
