import { dereference, validate, type Schema } from '@cfworker/json-schema';
import type { Json, JsonSchema } from '../tool/json.ts';
import { countWork } from './checking/count-work.ts';
import { fillDefaults } from './checking/fill-defaults.ts';
import { Guards } from './checking/guards.ts';
import { leaves } from './checking/leaves.ts';
import { areHeld, NumberPlaces } from './checking/number-places.ts';
import { prepare, type Prepared } from './checking/prepare.ts';
import { phrase } from './checking/sentence.ts';
import { issueAt, schemaTooLarge, valueTooLarge, whole } from './issue.ts';
import type { Issue } from './issue.ts';
import { isObject } from './json/values.ts';

type Checked = { ok: true; value: Json } | { ok: false; issues: Issue[] };

/** The highest number of pairs of schema and value for one check: at most about two seconds. */
const MAX_WORK = 200_000;

/** A compiled schema. */
interface Ready {
  prepared: Prepared;
  numbers: NumberPlaces;
  guards: Guards;
  lookup: Record<string, Schema | boolean>;
}

/**
 * Compiled schemas, if all numbers are JavaScript's. A tool passes the same object at each call, and nobody
 * changes it.
 */
const known = new WeakMap<JsonSchema, Ready>();

/**
 * Checks a value against a JSON Schema (2020-12, or draft-7 if `$schema` says so) and fills in the defaults.
 * The issues are the leaves: each names its path and repeats the violated part of the schema. Takes bounded
 * time for any schema and value, and never throws.
 */
export function check(schema: JsonSchema, value: Json): Checked {
  // A compiled schema was small enough before.
  const large = (known.has(schema) ? undefined : schemaTooLarge(schema)) ?? valueTooLarge(value);
  if (large !== undefined) return { ok: false, issues: [large] };
  try {
    return evaluate(schema, value);
  } catch (cause) {
    // The validator throws at half a surrogate pair in a name, and when the stack is too small.
    const why = cause instanceof Error ? cause.message : String(cause);
    return { ok: false, issues: [whole('schema', phrase('value-unchecked', { why }))] };
  }
}

function readyFor(schema: JsonSchema, value: Json): Ready {
  const isPlain = areHeld(value);
  const ready = isPlain ? known.get(schema) : undefined;
  if (ready !== undefined) return { ...ready, guards: new Guards(ready.guards) };
  const guards = new Guards();
  const numbers = new NumberPlaces(schema, value);
  let isAlike = isPlain && areHeld(schema);
  const keys = (): string[] => {
    isAlike = false;
    // Names that only defaults add are in the schema.
    return [...new Set([...keysOf(value), ...keysOf(schema)])];
  };
  const prepared = prepare(schema, guards, numbers, keys);
  const lookup = prepared.faults.length > 0 ? {} : dereference(prepared.schema);
  const made = { prepared, numbers, guards, lookup };
  if (isAlike) known.set(schema, made);
  return made;
}

function evaluate(schema: JsonSchema, value: Json): Checked {
  const { prepared, numbers, guards, lookup } = readyFor(schema, value);
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
    const run = (part: Schema, given: Json) =>
      validate(numbers.of(given), part, '2020-12', lookup, false);
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
