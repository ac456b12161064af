import type { CallPart } from '../../../../shared/protocol/conversations/conversations.ts';
import { parseJson } from '../../../../shared/schema/json/parse-json.ts';
import { isObject, own, sameJson } from '../../../../shared/schema/json/values.ts';
import { writeJson } from '../../../../shared/tool/exact-number.ts';
import type { Json } from '../../../../shared/tool/json.ts';
import type { AnswerNode } from '../entries-of.ts';

/** An argument that two calls give differently; absent on the side that leaves it out. */
export interface ArgumentDifference {
  /** Its place, such as `to.date`; empty where arguments as a whole differ. */
  path: string;
  first?: string;
  other?: string;
}

/** A call of one answer or of both. */
export interface CallDifference {
  name: string;
  kind: 'same' | 'changed' | 'first' | 'other';
  changes: ArgumentDifference[];
}

interface AnswerDifferences {
  calls: CallDifference[];
  /** Both make the same calls with the same arguments. */
  isAlike: boolean;
  isSameText: boolean;
}

const callsOf = ({ parts }: AnswerNode): CallPart[] => parts.filter((part) => part.type === 'call');
const textOf = ({ parts }: AnswerNode): string =>
  parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim();

/** What two answers to the same request do differently: their calls by name, in the first one's order. */
export function answerDifferences(first: AnswerNode, other: AnswerNode): AnswerDifferences {
  const left = callsOf(other);
  const take = (fits: (call: CallPart) => boolean): CallPart | undefined => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  // Equal calls find each other first, so that one call too many is not taken for a changed one.
  const paired = callsOf(first).map((call) => ({
    call,
    pair: take(({ name, arguments: given }) => name === call.name && isSame(call.arguments, given)),
  }));
  const calls = paired.map(({ call, pair }): CallDifference => {
    if (pair) return { name: call.name, kind: 'same', changes: [] };
    const near = take(({ name }) => name === call.name);
    if (!near) return { name: call.name, kind: 'first', changes: [] };
    const changes = argumentDifferences(call.arguments, near.arguments);
    return { name: call.name, kind: 'changed', changes };
  });
  const rest = left.map(({ name }): CallDifference => ({ name, kind: 'other', changes: [] }));
  const all = [...calls, ...rest];
  const isAlike = all.every(({ kind }) => kind === 'same');
  return { calls: all, isAlike, isSameText: textOf(first) === textOf(other) };
}

const read = (text: string): Json | undefined => {
  const parsed = parseJson(text.trim() || '{}');
  return parsed.ok ? parsed.value : undefined;
};

function isSame(first: string, other: string): boolean {
  const [one, two] = [read(first), read(other)];
  return one === undefined || two === undefined ? first === other : sameJson(one, two);
}

function argumentDifferences(first: string, other: string): ArgumentDifference[] {
  const [one, two] = [read(first), read(other)];
  if (one === undefined || two === undefined) return [{ path: '', first, other }];
  return differences('', one, two);
}

function differences(
  path: string,
  first: Json | undefined,
  other: Json | undefined,
): ArgumentDifference[] {
  if (first !== undefined && other !== undefined && sameJson(first, other)) return [];
  if (isObject(first) && isObject(other)) {
    const names = [...new Set([...Object.keys(first), ...Object.keys(other)])];
    return names.flatMap((name) =>
      differences(path === '' ? name : `${path}.${name}`, own(first, name), own(other, name)),
    );
  }
  return [
    {
      path,
      ...(first === undefined ? {} : { first: writeJson(first) }),
      ...(other === undefined ? {} : { other: writeJson(other) }),
    },
  ];
}
