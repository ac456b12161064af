import { dereference, validate, type Schema } from '@cfworker/json-schema';
import type { Json, JsonSchema } from '../tool/json.ts';
import { countWork } from './checking/count-work.ts';
import { fillDefaults } from './checking/fill-defaults.ts';
import { Guards } from './checking/guards.ts';
import { leaves } from './checking/leaves.ts';
import { NumberPlaces } from './checking/number-places.ts';
import { prepare } from './checking/prepare.ts';
import { phrase } from './checking/sentence.ts';
import { issueAt, tooLarge, whole } from './issue.ts';
import type { Issue } from './issue.ts';
import { isObject } from './json/values.ts';

type Checked = { ok: true; value: Json } | { ok: false; issues: Issue[] };

/** Schemas times places of the value that one check may evaluate: at most about two seconds. */
const MAX_WORK = 200_000;

/**
 * Checks a value against a JSON Schema (2020-12, or draft-7 where `$schema` says so), with the
 * defaults of the schema put in. Errors are the leaves: each names its path and repeats the part of
 * the schema that is violated. Bounded in time, whatever the schema and the value are, and never
 * throws.
 */
export function check(schema: JsonSchema, value: Json): Checked {
  const large = tooLarge(schema, value);
  if (large !== undefined) return { ok: false, issues: [large] };
  try {
    return evaluate(schema, value);
  } catch (cause) {
    // The validator throws at half a surrogate pair in a name, and where the stack is too small.
    const why = cause instanceof Error ? cause.message : String(cause);
    return { ok: false, issues: [whole('schema', phrase('value-unchecked', { why }))] };
  }
}

function evaluate(schema: JsonSchema, value: Json): Checked {
  const guards = new Guards();
  // Names that only defaults bring in stand in the schema.
  const keys = [...new Set([...keysOf(value), ...keysOf(schema)])];
  const numbers = new NumberPlaces(schema, value);
  const prepared = prepare(schema, guards, numbers, keys);
  if (prepared.faults.length > 0)
    return {
      ok: false,
      issues: prepared.faults.map(({ pointer, keyword, phrase: what, expected }) => ({
        ...issueAt([], keyword, what, expected),
        pointer,
      })),
    };
  return guards.during(() => {
    const { $defs } = prepared.schema;
    let left = MAX_WORK;
    const affords = (part: Schema, given: Json): boolean => {
      left -= countWork($defs ? { ...part, $defs } : part, given, left);
      return left > 0;
    };
    const known = dereference(prepared.schema);
    const run = (part: Schema, given: Json) =>
      validate(numbers.of(given), part, '2020-12', known, false);
    const fits = (part: Schema, given: Json) => affords(part, given) && run(part, given).valid;

    const filled = affords(prepared.schema, value)
      ? fillDefaults(prepared, value, fits, left)
      : undefined;
    if (filled === undefined || !affords(prepared.schema, filled))
      return {
        ok: false,
        issues: [whole('work', phrase('schema-endless'))],
      };
    const { valid, errors } = run(prepared.schema, filled);
    const issues = [...guards.refused].map(([pattern, why]) =>
      whole('pattern', phrase('pattern-unchecked', { pattern, why }), { pattern }),
    );
    if (!valid) issues.push(...leaves(errors, prepared, filled, guards));
    if (issues.length > 0) return { ok: false, issues };
    return valid
      ? { ok: true, value: filled }
      : { ok: false, issues: [whole('schema', phrase('schema-unmatched'), schema)] };
  });
}

function keysOf(value: Json): string[] {
  const keys = new Set<string>();
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isObject(next)) for (const key of Object.keys(next)) keys.add(key);
    if (typeof next === 'object' && next !== null)
      for (const child of Object.values(next)) open.push(child);
  }
  return [...keys];
}
