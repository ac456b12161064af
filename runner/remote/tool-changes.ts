import type { ToolChange } from '../../shared/protocol/mcp/tools.ts';
import { remoteReasons } from '../../shared/protocol/mcp/remote-reasons.ts';
import type { Reason } from '../../shared/tool/problem/reason.ts';
import { wordReason } from '../../shared/tool/problem/reason.ts';
import { isObject, own } from '../../shared/schema/json/values.ts';
import type { Json, JsonObject } from '../../shared/tool/json.ts';
import { hashOf, type Declaration } from './listed/declaration.ts';

/** The limit of each shown value, in characters. */
const MOST_HEAD = 300;
const MOST_CHANGES = 50;
const DEEPEST = 8;

const head = (value: Json | undefined): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > MOST_HEAD ? `${text.slice(0, MOST_HEAD)}…` : text;
};
const same = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the changes of a declaration since the person last approved it. */
export function changesBetween(before: Declaration | undefined, now: Declaration): ToolChange[] {
  if (before === undefined) return [{ code: 'tool-added' }];
  if (hashOf(before) === hashOf(now)) return [];
  const changes: ToolChange[] = [];
  if (before.description !== now.description)
    changes.push({
      ...{ code: 'description-changed', from: head(before.description), to: head(now.description) },
    });
  if (before.title !== now.title)
    changes.push({ code: 'title-changed', from: before.title ?? '', to: now.title ?? '' });
  inSchema(before.parameters, now.parameters, '', changes);
  if (!same(before.outputSchema, now.outputSchema)) changes.push({ code: 'output-changed' });
  if (!same(before.hints, now.hints))
    changes.push({ code: 'annotations-changed', from: head(before.hints), to: head(now.hints) });
  const told = changes.slice(0, MOST_CHANGES);
  return told.length > 0 ? told : [{ code: 'schema-changed' }];
}

const objectIn = (schema: JsonObject, key: string): JsonObject => {
  const value = own(schema, key);
  return isObject(value) ? value : {};
};
const namesIn = (schema: JsonObject, key: string): string[] => {
  const value = own(schema, key);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
};

/** Returns what a schema accepts, as far as its types and choices say. */
function lets(schema: JsonObject): { types: string[]; choices: string[] | undefined } {
  const type = own(schema, 'type');
  const types = Array.isArray(type) ? type.map(String) : type === undefined ? [] : [String(type)];
  const choices = own(schema, 'enum');
  return { types, choices: Array.isArray(choices) ? choices.map((one) => head(one)) : undefined };
}

function inSchema(before: JsonObject, now: JsonObject, path: string, changes: ToolChange[]): void {
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const [had, has] = [objectIn(before, 'properties'), objectIn(now, 'properties')];
  const [needed, needs] = [namesIn(before, 'required'), namesIn(now, 'required')];
  const found = changes.length;
  for (const name of Object.keys(had))
    if (!Object.hasOwn(has, name)) changes.push({ code: 'parameter-removed', path: at(name) });
  for (const [name, schema] of Object.entries(has)) {
    const old = own(had, name);
    if (old === undefined) changes.push({ code: 'parameter-added', path: at(name) });
    if (needs.includes(name) && !needed.includes(name))
      changes.push({ code: 'parameter-required', path: at(name) });
    if (old !== undefined && needed.includes(name) && !needs.includes(name))
      changes.push({ code: 'parameter-optional', path: at(name) });
    if (isObject(old) && isObject(schema) && !same(old, schema))
      inOne(old, schema, at(name), changes);
  }
  // All other differences, which have no code of their own.
  const rest = (schema: JsonObject) =>
    JSON.stringify({ ...schema, properties: null, required: null });
  if (changes.length === found && rest(before) !== rest(now))
    changes.push({ code: 'schema-changed', ...(path === '' ? {} : { path }) });
}

function inOne(before: JsonObject, now: JsonObject, path: string, changes: ToolChange[]): void {
  const found = changes.length;
  const [old, next] = [lets(before), lets(now)];
  const code = typeChange(old, next);
  if (code !== undefined)
    changes.push({
      ...{ code, path, from: head(old.choices ?? old.types), to: head(next.choices ?? next.types) },
    });
  const words = [own(before, 'description'), own(now, 'description')] as const;
  if (!same(...words))
    changes.push({ code: 'parameter-described', path, from: head(words[0]), to: head(words[1]) });
  if (path.split('.').length < DEEPEST && changes.length < MOST_CHANGES) {
    if ('properties' in before || 'properties' in now) inSchema(before, now, path, changes);
    const items = [own(before, 'items'), own(now, 'items')];
    if (isObject(items[0]) && isObject(items[1]) && !same(items[0], items[1]))
      inOne(items[0], items[1], `${path}[]`, changes);
  }
  if (changes.length === found) changes.push({ code: 'schema-changed', path });
}

function typeChange(
  before: ReturnType<typeof lets>,
  now: ReturnType<typeof lets>,
): ToolChange['code'] | undefined {
  const within = (inner: string[] | undefined, outer: string[] | undefined) =>
    outer === undefined || outer.length === 0 || (inner ?? []).every((one) => outer.includes(one));
  const isSame = same(before.types, now.types) && same(before.choices, now.choices);
  if (isSame) return undefined;
  const isFirst = (one: string[] | undefined) => one === undefined || one.length === 0;
  const inTypes = isFirst(now.types) ? isFirst(before.types) : within(now.types, before.types);
  const inChoices = isFirst(now.choices)
    ? isFirst(before.choices)
    : within(now.choices, before.choices);
  if (inTypes && inChoices) return 'type-narrowed';
  const outTypes = isFirst(before.types) ? isFirst(now.types) : within(before.types, now.types);
  const outChoices = isFirst(before.choices)
    ? isFirst(now.choices)
    : within(before.choices, now.choices);
  return outTypes && outChoices ? 'type-widened' : 'type-changed';
}

/** Converts a change to a reason of a question. */
export const reasonOf = ({ code, path = '', from = '', to = '' }: ToolChange): Reason => ({
  ...wordReason(
    remoteReasons,
    code === 'schema-changed' && path !== '' ? 'mcp-schema-changed-at' : `mcp-${code}`,
    { path, from, to },
  ),
});
