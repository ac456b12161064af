import type { OutputUnit } from '@cfworker/json-schema';
import type { Json } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import type { Issue } from '../issue.ts';
import { jsonPointer } from '../json/json-pointer.ts';
import { own } from '../json/own.ts';
import { describeExpected } from './describe-expected.ts';
import { describeValue } from './describe-value.ts';
import type { Guards } from './guards.ts';
import { decodeToken, locate } from './locate.ts';
import { below, parent, valueAt } from './place.ts';
import type { Prepared } from './prepare.ts';
import { sentence } from './sentence.ts';

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
  { schema: root, origins }: Prepared,
  value: Json,
  guards: Guards,
): Issue[] {
  const explain = (some: OutputUnit[]): Issue[] => {
    const issues: Issue[] = [];
    for (let at = 0; at < some.length; at++) {
      const unit = some[at]!;
      const { keyword, instanceLocation } = unit;
      const { schema, trail } = locate(root, unit.keywordLocation);
      if (trail.some((above) => OPAQUE.has(above))) continue;
      const tokens = instanceLocation.split('/').slice(1).map(decodeToken);
      const given = valueAt(value, tokens);
      const origin = origins.get(schema);
      if (keyword === 'anyOf' || keyword === 'oneOf') {
        const why = below(some, at);
        issues.push(...alternatives(unit, why, tokens, given, origin));
        at += why.length;
      } else if (keyword === 'not' && origin === false && trail.length > 0) {
        const holder = origins.get(locate(root, parent(unit.keywordLocation)).schema);
        issues.push(
          issue(tokens, trail.at(-1)!, { [trail.at(-1)!]: false }, unexpected(tokens, holder)),
        );
      } else if (OPEN.has(keyword) || CONTAINERS.has(keyword)) {
        continue;
      } else if (keyword === 'required' || keyword === 'dependentRequired') {
        issues.push(missing(unit, tokens, origin));
      } else if (keyword === 'format' && typeof given === 'string') {
        const failed = guards.fails(schema.format!, given);
        // A pattern that cannot be decided is reported once, apart from the leaves.
        if (failed === undefined || guards.refused.has(failed.value)) continue;
        const part = { [failed.keyword]: failed.value };
        issues.push(issue(tokens, failed.keyword, part, sentence(failed.keyword, part, given)));
      } else {
        const part = {
          [keyword]:
            (isObject(origin) && own(origin, keyword)) ||
            ((schema as Record<string, Json>)[keyword] ?? null),
        };
        issues.push(issue(tokens, keyword, part, sentence(keyword, part, given)));
      }
    }
    return issues;
  };

  const alternatives = (
    unit: OutputUnit,
    why: OutputUnit[],
    tokens: string[],
    given: Json | undefined,
    origin: Json | undefined,
  ): Issue[] => {
    const { keyword } = unit;
    const options = isObject(origin) ? ((origin[keyword] as Json[] | undefined) ?? []) : [];
    const branches = options.map((_, index) =>
      why.filter((other) => other.keywordLocation.startsWith(`${unit.keywordLocation}/${index}/`)),
    );
    const matching = branches.filter((branch) => branch.length === 0).length;
    if (keyword === 'oneOf' && matching > 1) {
      const message = `Expected exactly one of ${options.length} forms, got ${describeValue(given)} that fits ${matching} of them`;
      return [issue(tokens, keyword, { [keyword]: options }, message)];
    }
    const own = (branch: OutputUnit[], keywords: string[], deeper: boolean) =>
      branch.some(
        (other) =>
          keywords.includes(other.keyword) &&
          (other.instanceLocation === unit.instanceLocation ||
            (deeper && parent(other.instanceLocation) === unit.instanceLocation)) &&
          !locate(root, other.keywordLocation)
            .trail.slice(-1)
            .some((above) => OPAQUE.has(above)),
      );
    const typed = branches.filter((branch) => !own(branch, ['type', 'const', 'enum'], false));
    const chosen =
      typed.length > 1 ? typed.filter((branch) => !own(branch, ['const', 'enum'], true)) : typed;
    if (chosen.length === 1) {
      const found = explain(chosen[0]!);
      if (found.length > 0) return found;
    }
    const wanted = isObject(origin) ? describeExpected({ [keyword]: options }) : 'a value';
    const message = `Expected ${/^a(?:n object|n? ?value)$/.test(wanted) && options.length > 1 ? `one of ${options.length} forms of ${wanted}` : wanted}, got ${describeValue(given)}${typed.length > 0 ? ' that fits none' : ''}`;
    return [issue(tokens, keyword, { [keyword]: options }, message)];
  };

  const found = explain(units);
  const seen = new Set<string>();
  return found.filter(({ pointer, keyword, message }) => {
    const key = JSON.stringify([pointer, keyword, message]);
    return !seen.has(key) && seen.add(key);
  });
}

function issue(tokens: string[], keyword: string, expected: Json, message: string): Issue {
  return {
    path: tokens.join('.'),
    pointer: jsonPointer('', ...tokens),
    keyword,
    message,
    expected,
  };
}

/** The name that is missing, with what the schema says of it. */
function missing(unit: OutputUnit, tokens: string[], origin: Json | undefined): Issue {
  // The validator names it only within its sentence.
  const name = /"([^]*)"\.$/.exec(unit.error)?.[1]?.replace(/^[^]*" but does not have "/, '') ?? '';
  const properties = isObject(origin) ? own(origin, 'properties') : undefined;
  const wanted = isObject(properties) ? own(properties, name) : undefined;
  const message = `"${name}" is required and was not given; expected ${describeExpected(wanted)}`;
  return issue(
    [...tokens, name],
    unit.keyword,
    wanted === undefined ? { [unit.keyword]: [name] } : wanted,
    message,
  );
}

function unexpected(tokens: string[], holder: Json | undefined): string {
  const name = tokens.at(-1) ?? '';
  const properties = isObject(holder) ? own(holder, 'properties') : undefined;
  const known = isObject(properties) ? Object.keys(properties) : [];
  const names = known
    .slice(0, 12)
    .map((one) => `"${one}"`)
    .join(', ');
  return known.length > 0
    ? `"${name}" is not one of the names that are known here: ${names}${known.length > 12 ? ' and more' : ''}`
    : `"${name}" is not expected here`;
}
