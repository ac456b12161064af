import type { Ending } from '../../shared/tool/ending.ts';
import type { Sample } from '../../shared/tool/sample.ts';
import type { ToolResult } from '../../shared/tool/result.ts';

const quote = (value: unknown) => JSON.stringify(value) ?? 'nothing';

/**
 * How a result differs from what its sample expects, a line for each field; undefined when it does not.
 * Only the fields that are named are compared; a sample that names none expects success.
 */
export function sampleDiff(sample: Sample, result: ToolResult, ending: Ending): string | undefined {
  // A failure that is nobody's would pass for the one that the sample expects.
  if (ending.kind === 'unavailable' || ending.kind === 'crashed') {
    return `${ending.kind}: ${ending.reason}`;
  }
  if (ending.kind === 'cancelled') return 'cancelled';
  const expected = sample.expect ?? { success: true };
  const rows: [string, unknown, unknown][] = [
    ['success', expected.success, result.success],
    ['llmContent', expected.llmContent, result.llmContent],
    ['displayContent', expected.displayContent, result.displayContent],
    ['error.type', expected.error?.type, result.error?.type],
  ];
  const wrong = rows.filter(([, wanted, got]) => wanted !== undefined && wanted !== got);
  if (wrong.length === 0) return undefined;
  const lines = wrong.map(
    ([field, wanted, got]) => `${field}: expected ${quote(wanted)}, got ${quote(got)}`,
  );
  const why = result.error && !wrong.some(([field]) => field === 'llmContent');
  return [...lines, ...(why ? [`error: ${result.error?.message}`] : [])].join('\n');
}
