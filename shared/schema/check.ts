import { Validator } from '@cfworker/json-schema';
import type { Json, JsonSchema } from '../tool/json.ts';
import { applyDefaults } from './apply-defaults.ts';
import { countWork } from './checking/count-work.ts';
import { Guards } from './checking/guards.ts';
import { leaves } from './checking/leaves.ts';
import { prepare } from './checking/prepare.ts';
import type { Issue } from './issue.ts';
import { isObject } from './json/is-object.ts';
import { measure } from './json/measure.ts';
import { MAX_DEPTH } from './too-deep.ts';

export type Checked = { ok: true; value: Json } | { ok: false; issues: Issue[] };

/** Schemas times values that one check may evaluate; about a second of work. */
const MAX_WORK = 2_000_000;
const MAX_SCHEMA_NODES = 50_000;

const whole = (keyword: string, message: string, expected: Json = true): Checked => ({
  ok: false,
  issues: [{ path: '', pointer: '', keyword, message, expected }],
});

const keysOf = (value: Json): string[] => {
  const keys = new Set<string>();
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...next);
    else if (isObject(next))
      for (const [key, child] of Object.entries(next)) {
        keys.add(key);
        open.push(child);
      }
  }
  return [...keys];
};

/**
 * Checks a value against a JSON Schema (2020-12, or draft-7 where `$schema` says so), with the
 * defaults of the schema put in. Errors are the leaves: each names its path and repeats the part of
 * the schema that is violated. Bounded in time, whatever the schema and the value are.
 */
export function check(schema: JsonSchema, value: Json): Checked {
  const size = measure(schema);
  if (size.depth > MAX_DEPTH)
    return whole('depth', `The schema is nested deeper than ${MAX_DEPTH} levels`);
  if (size.nodes > MAX_SCHEMA_NODES)
    return whole('size', `The schema has more than ${MAX_SCHEMA_NODES} parts`);
  if (measure(value).depth > MAX_DEPTH)
    return whole('depth', `The value is nested deeper than ${MAX_DEPTH} levels`);
  const filled = applyDefaults(schema, value);
  const guards = new Guards();
  const prepared = prepare(schema, guards, keysOf(filled));
  if (prepared.faults.length > 0)
    return { ok: false, issues: prepared.faults.map((fault) => ({ path: '', ...fault })) };
  if (countWork(prepared.schema, filled, MAX_WORK) > MAX_WORK)
    return whole(
      'work',
      'The schema refers to itself without end, or asks for too much work on this value',
    );
  const validator = new Validator(prepared.schema, '2020-12', false);
  const answer = guards.during(() => validator.validate(filled));
  const issues: Issue[] = [...guards.refused].map(([pattern, why]) => ({
    path: '',
    pointer: '',
    keyword: 'pattern',
    message: `The pattern "${pattern}" cannot be checked: ${why}`,
    expected: { pattern },
  }));
  if (!answer.valid) issues.push(...leaves(answer.errors, prepared, filled, guards));
  if (issues.length > 0) return { ok: false, issues };
  return answer.valid
    ? { ok: true, value: filled }
    : whole('schema', 'The value does not fit the schema', schema);
}
