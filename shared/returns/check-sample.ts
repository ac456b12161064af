import { sameJson } from '../schema/json/values.ts';
import type { Ending, EndingReason } from '../tool/ending.ts';
import type { Json } from '../tool/json.ts';
import type { ToolResult } from '../tool/result.ts';
import type { Expectation, Sample } from '../tool/sample.ts';

/** What came in one field, where something else was expected; undefined where the run has no such field. */
export interface Difference {
  field: ExpectedField;
  expected: Json;
  actual: Json | undefined;
}

/** The fields of an expectation, as a reader of the file names them. */
export type ExpectedField = Exclude<keyof Expectation, 'error'> | 'error.type';

type Unjudged = Ending & { kind: 'unavailable' | 'crashed' | 'cancelled' };

export type SampleCheck =
  | { kind: 'passed' }
  | { kind: 'differs'; differences: Difference[] }
  | { kind: 'unjudged'; ending: Unjudged['kind']; why?: EndingReason };

/** Whether it ended by nobody's doing, which would pass for a failure that a sample expects. */
export const isUnjudged = (ending: Ending): ending is Unjudged =>
  ['unavailable', 'crashed', 'cancelled'].includes(ending.kind);

/** Compares what came of a sample with what it expects. */
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
