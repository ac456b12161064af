import type { OutputUnit, Schema } from '@cfworker/json-schema';
import type { Json } from '../../tool/json.ts';
import { isObject, own } from '../json/values.ts';
import type { Phrase } from '../../tool/problem/phrase.ts';
import { issueAt } from '../issue.ts';
import type { Issue } from '../issue.ts';
import { expectedBy, givenAs, phrase, unlike } from './sentence.ts';
import type { Guards } from './guards.ts';
import { modernize } from './modernize.ts';
import { below, decodeToken, locate, parent, valueAt } from './place.ts';
import type { Prepared } from './prepare.ts';

/** Keywords whose error only means that there is an error below, which has its own issue. */
const CONTAINERS = new Set(
  'properties patternProperties items prefixItems $ref allOf if dependentSchemas'.split(' '),
);
/** Keywords whose errors below are one fault of the whole value. */
const OPAQUE = new Set(['contains', 'propertyNames', 'not']);
const OPEN = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'unevaluatedItems',
]);

/** Returns the leaf errors of a validator's cascade as issues in terms of the author's schema. */
export function leaves(
  units: OutputUnit[],
  prepared: Prepared,
  value: Json,
  guards: Guards,
): Issue[] {
  const found = new Explainer(prepared, value, guards).explain(units);
  const seen = new Set<string>();
  return found.filter(({ pointer, keyword, message }) => {
    const key = JSON.stringify([pointer, keyword, message]);
    return !seen.has(key) && seen.add(key);
  });
}

/** An error of the cascade, with the given value and the author's schema at its place. */
interface Failed {
  unit: OutputUnit;
  /** The prepared schema with the violated keyword, the author's original, and the keywords above it. */
  schema: Schema;
  origin: Json | undefined;
  trail: string[];
  /** The path in the value, and the value there. */
  tokens: string[];
  given: Json | undefined;
}

class Explainer {
  readonly #prepared: Prepared;
  readonly #value: Json;
  readonly #guards: Guards;

  constructor(prepared: Prepared, value: Json, guards: Guards) {
    this.#prepared = prepared;
    this.#value = value;
    this.#guards = guards;
  }

  explain(units: OutputUnit[]): Issue[] {
    const issues: Issue[] = [];
    for (let at = 0; at < units.length; at++) {
      const failed = this.#failed(units[at]!);
      if (failed.trail.some((above) => OPAQUE.has(above))) continue;
      const { keyword } = failed.unit;
      if (keyword === 'anyOf' || keyword === 'oneOf') {
        const why = below(units, at);
        issues.push(...this.#alternatives(failed, why));
        at += why.length;
      } else issues.push(...this.#leaf(failed));
    }
    return issues;
  }

  #failed(unit: OutputUnit): Failed {
    const { schema, trail } = locate(this.#prepared.schema, unit.keywordLocation);
    const tokens = unit.instanceLocation.split('/').slice(1).map(decodeToken);
    const given = valueAt(this.#value, tokens);
    return { unit, schema, trail, tokens, given, origin: this.#prepared.origins.get(schema) };
  }

  /** Returns the issue of an error without alternatives below it; none if another error reports it. */
  #leaf({ unit, schema, trail, tokens, given, origin }: Failed): Issue[] {
    const { keyword } = unit;
    const { schema: root, origins } = this.#prepared;
    if (keyword === 'not' && origin === false && trail.length > 0) {
      const above = trail.at(-1)!;
      const holder = origins.get(locate(root, parent(unit.keywordLocation)).schema);
      return [issueAt(tokens, above, unexpected(tokens, holder), { [above]: false })];
    }
    if (OPEN.has(keyword) || CONTAINERS.has(keyword)) return [];
    if (keyword === 'required' || keyword === 'dependentRequired')
      return [missing(unit, tokens, origin)];
    if (keyword === 'format' && typeof given === 'string') {
      const refused = this.#guards.fails(schema.format!, given);
      // An undecidable pattern is reported once, separately from the leaves.
      if (refused === undefined || this.#guards.refused.has(refused.value)) return [];
      const part = { [refused.keyword]: refused.value };
      return [issueAt(tokens, refused.keyword, unlike(refused.keyword, part, given), part)];
    }
    const part = {
      [keyword]:
        (isObject(origin) ? own(modernize(origin, false), keyword) : undefined) ??
        (schema as Record<string, Json>)[keyword] ??
        null,
    };
    return [issueAt(tokens, keyword, unlike(keyword, part, given), part)];
  }

  /**
   * Explains a failed `anyOf` or `oneOf`: the errors of the alternative that was meant, or else that none
   * fits.
   */
  #alternatives({ unit, tokens, given, origin }: Failed, why: OutputUnit[]): Issue[] {
    const { keyword } = unit;
    const options = isObject(origin) ? ((origin[keyword] as Json[] | undefined) ?? []) : [];
    const branches = options.map((_, index) =>
      why.filter((other) => other.keywordLocation.startsWith(`${unit.keywordLocation}/${index}/`)),
    );
    const matching = branches.filter((branch) => branch.length === 0).length;
    if (keyword === 'oneOf' && matching > 1) {
      const count = options.length;
      const what = phrase('matches-several', { count, given: givenAs(given), matching });
      return [issueAt(tokens, keyword, what, { [keyword]: options })];
    }
    const typed = branches.filter((branch) => !this.#breaks(branch, unit, TYPE_OF));
    const chosen =
      typed.length > 1 ? typed.filter((branch) => !this.#breaks(branch, unit, TAGS)) : typed;
    if (chosen.length === 1) {
      const found = this.explain(chosen[0]!);
      if (found.length > 0) return found;
    }
    const wanted = expectedBy(isObject(origin) ? { [keyword]: options } : undefined);
    const isVague = !Array.isArray(wanted) && /^(?:object|value)$/.test(wanted.code);
    const count = options.length;
    const expected = isVague && count > 1 ? phrase('forms', { count, expected: wanted }) : wanted;
    const code = typed.length > 0 ? 'matches-none' : 'unlike';
    const what = phrase(code, { expected, given: givenAs(given) });
    return [issueAt(tokens, keyword, what, { [keyword]: options })];
  }

  /** Whether an alternative violates one of these keywords, directly or one level below. */
  #breaks(branch: OutputUnit[], unit: OutputUnit, { keywords, deeper }: Telling): boolean {
    const { instanceLocation: place } = unit;
    return branch.some(
      (other) =>
        keywords.includes(other.keyword) &&
        (other.instanceLocation === place ||
          (deeper && parent(other.instanceLocation) === place)) &&
        !OPAQUE.has(locate(this.#prepared.schema, other.keywordLocation).trail.at(-1) ?? ''),
    );
  }
}

/** Keywords whose violation shows that another alternative was meant. */
interface Telling {
  keywords: string[];
  deeper: boolean;
}
const TYPE_OF: Telling = { keywords: ['type', 'const', 'enum'], deeper: false };
const TAGS: Telling = { keywords: ['const', 'enum'], deeper: true };

/** Returns the issue of a missing name, with the schema of that name. */
function missing(unit: OutputUnit, tokens: string[], origin: Json | undefined): Issue {
  // The validator gives the name only in its message.
  const name = /"([^]*)"\.$/.exec(unit.error)?.[1]?.replace(/^[^]*" but does not have "/, '') ?? '';
  const properties = isObject(origin) ? own(origin, 'properties') : undefined;
  const wanted = isObject(properties) ? own(properties, name) : undefined;
  const what = phrase('missing', { name, expected: expectedBy(wanted) });
  const part = wanted === undefined ? { [unit.keyword]: [name] } : wanted;
  return issueAt([...tokens, name], unit.keyword, what, part);
}

function unexpected(tokens: string[], holder: Json | undefined): Phrase {
  const name = tokens.at(-1) ?? '';
  const properties = isObject(holder) ? own(holder, 'properties') : undefined;
  const known = isObject(properties) ? Object.keys(properties) : [];
  const names = known
    .slice(0, 12)
    .map((one) => `"${one}"`)
    .join(', ');
  if (known.length === 0) return phrase('no-name-here', { name });
  return phrase(known.length > 12 ? 'unknown-name-of-many' : 'unknown-name', { name, names });
}
