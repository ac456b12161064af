import type { Loss } from '../../tool/format.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { everySchema } from '../subschemas.ts';
import { copyJson, isObject } from '../json/values.ts';
import { resolveRef } from '../resolve-ref.ts';
import type { LossCode } from './loss-reasons.ts';
import type { Losses } from './losses.ts';
import { ROOT } from './visible.ts';

/** Schemas that one view may hold; references are followed no further beyond it. */
const MAX_SCHEMAS = 2_000;

/** The schema that a view is made from: where each of its parts stands, and what it refers to. */
export class Source {
  readonly root: JsonSchema;
  readonly losses: Losses;
  /** Pointers of the definitions that are being copied in right now. */
  readonly open: string[] = [];
  readonly #places = new Map<object, string>();
  #schemas = 0;

  constructor(parameters: JsonSchema, losses: Losses) {
    // A copy, so that one object that stands in two places becomes two with a place each.
    this.root = copyJson(parameters);
    this.losses = losses;
    for (const { schema, pointer } of everySchema(this.root)) {
      this.#places.set(schema, ROOT + pointer);
    }
  }

  /** Where a schema stands in the definition, wherever it has been moved; else `otherwise`. */
  placeOf(schema: Json | undefined, otherwise: string): string {
    return (isObject(schema) ? this.#places.get(schema) : undefined) ?? otherwise;
  }

  /** Names a schema as lost or rewritten as a whole: its place is the keyword's. */
  say(place: string, action: 'drop' | 'rewrite', code: LossCode, values?: Loss['values']): void {
    const cut = place.lastIndexOf('/');
    const keyword = place
      .slice(cut + 1)
      .replace(/~1/g, '/')
      .replace(/~0/g, '~');
    this.losses[action](place.slice(0, cut), keyword, code, values);
  }

  /** Counts a schema that is sent. */
  count(): void {
    this.#schemas++;
  }

  /** The definition that a reference means, or why it cannot be copied in. */
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
