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

/** Only say that something below them is wrong, which that says itself. */
const CONTAINERS = new Set(
  'properties patternProperties items prefixItems $ref allOf if dependentSchemas'.split(' '),
);
/** What lies below these is one fault of the whole, not several of its parts. */
const OPAQUE = new Set(['contains', 'propertyNames', 'not']);
const OPEN = new Set([
  'additionalProperties',
  'unevaluatedProperties',
  'items',
  'unevaluatedItems',
]);

/** The leaf errors of a validator's cascade, each as an issue in the author's terms. */
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

/** One error of the cascade, with what was given and what the author's schema says there. */
interface Failed {
  unit: OutputUnit;
  /** The prepared schema that holds the violated keyword, the author's own for it, and the keywords above it. */
  schema: Schema;
  origin: Json | undefined;
  trail: string[];
  /** Where in the value, and what stands there. */
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

  /** The issue of an error that has no alternatives below it; none where another error says it. */
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
      // A pattern that cannot be decided is reported once, apart from the leaves.
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

  /** `anyOf` and `oneOf`: what is wrong with the one form that was meant, else that none fits. */
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

  /** Whether a form fails by one of these keywords of its own, or of an entry right below it. */
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

/** Keywords by which a form shows that it was not the one that was meant. */
interface Telling {
  keywords: string[];
  deeper: boolean;
}
const TYPE_OF: Telling = { keywords: ['type', 'const', 'enum'], deeper: false };
const TAGS: Telling = { keywords: ['const', 'enum'], deeper: true };

/** The name that is missing, with what the schema says of it. */
function missing(unit: OutputUnit, tokens: string[], origin: Json | undefined): Issue {
  // The validator names it only within its sentence.
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
