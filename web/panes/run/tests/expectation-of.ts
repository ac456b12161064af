import type { Expectation } from '../../../../shared/tool/sample.ts';
import type { Came } from '../../../state/runs/sample-tests.svelte.ts';

/**
 * An expectation that what came meets: of the fields that were named before, and of the status and the answer.
 * An answer that is no text is expected as a value, in which the order of keys does not count.
 */
export function expectationOf(
  { result, ending }: Came,
  before: Expectation | undefined = {},
): Expectation {
  const { value } = ending;
  const { llmContent, displayContent, value: valued } = before;
  const hasAnswer = llmContent !== undefined || valued !== undefined;
  const byValue = hasAnswer
    ? valued !== undefined
    : value !== undefined && typeof value !== 'string';
  const made: Expectation = { success: result.success };
  if (hasAnswer ? llmContent !== undefined : !byValue) made.llmContent = result.llmContent;
  if (displayContent !== undefined) made.displayContent = result.displayContent;
  if (byValue && value !== undefined) made.value = value;
  if (result.error) made.error = { type: result.error.type };
  return made;
}
