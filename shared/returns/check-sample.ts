import { sameJson } from '../schema/json/values.ts';
import type { Ending, EndingReason } from '../tool/run/ending.ts';
import type { Json } from '../tool/json.ts';
import type { ToolResult } from '../tool/run/result.ts';
import type { Expectation, Sample } from '../tool/sample.ts';

/** The actual value of a field that differs from the expected one; undefined if the run has no such field. */
export interface Difference {
  field: ExpectedField;
  expected: Json;
  actual: Json | undefined;
}

/** The fields of an expectation, under the names that the file uses. */
export type ExpectedField = Exclude<keyof Expectation, 'error'> | 'error.type';

type Unjudged = Ending & { kind: 'unavailable' | 'crashed' | 'cancelled' };

export type SampleCheck =
  | { kind: 'passed' }
  | { kind: 'differs'; differences: Difference[] }
  | { kind: 'unjudged'; ending: Unjudged['kind']; why?: EndingReason };

/** Whether the run ended for a reason outside the tool, which must not count as an expected failure. */
export const isUnjudged = (ending: Ending): ending is Unjudged =>
  ['unavailable', 'crashed', 'cancelled'].includes(ending.kind);

/** Compares the result of a sample with its expectation. */
export function checkSample(
  { expect = { success: true } }: Pick<Sample, 'expect'>,
  result: ToolResult,
  ending: Ending,
): SampleCheck {
  if (isUnjudged(ending)) {
    const { kind, ...more } = ending;
    const why = 'reason' in more && { reason: more.reason, because: more.because };
    return { kind: 'unjudged', ending: kind, ...(why && { why }) };
  }
  const rows: [ExpectedField, Json | undefined, Json | undefined][] = [
    ['success', expect.success, result.success],
    ['llmContent', expect.llmContent, result.llmContent],
    ['displayContent', expect.displayContent, result.displayContent],
    ['value', expect.value, ending.value],
    ['error.type', expect.error?.type, result.error?.type],
  ];
  const differences = rows.flatMap(([field, expected, actual]) =>
    expected === undefined || sameJson(expected, actual) ? [] : [{ field, expected, actual }],
  );
  return differences.length === 0 ? { kind: 'passed' } : { kind: 'differs', differences };
}
