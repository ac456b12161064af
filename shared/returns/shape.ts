import type { Ending } from '../tool/run/ending.ts';
import type { JsonObject } from '../tool/json.ts';
import { reasonsJson } from '../tool/problem/reason.ts';
import type { ToolResult } from '../tool/run/result.ts';
import type { ReturnRules } from '../tool/toolset.ts';
import { asText, failure, wording } from './failure.ts';
import { shapeOutput } from './shape-output.ts';
import type { ShapedOutput, ShapeNotes } from './shape-output.ts';
import { truncate } from './truncate.ts';

export type { ShapeNotes } from './shape-output.ts';

/** The parts of a tool that shaping needs; `name` is `{tool_id}` of the message template. */
interface ShapedTool {
  name: string;
  returns?: ReturnRules | undefined;
}

/**
 * Turns an Ending into the contents for the model and the person. Pure and cheap: the page shapes the last
 * Ending again while its author edits the return rules. `locale` sets the language of failures for the
 * person; texts for the model are English.
 */
export function shape(
  ending: Ending,
  tool: ShapedTool,
  locale: keyof typeof wording = 'en',
): { result: ToolResult; notes: ShapeNotes } {
  const { output, message, notes } = shapeOutput(ending, tool);
  const facts = metadata(ending, tool.name, notes);
  if (ending.kind === 'finished' && ending.exitCode === 0) {
    const contents = answer(ending, output, message);
    return { result: { success: true, ...contents, metadata: facts }, notes };
  }
  const failed = failure(ending, output, wording[locale]);
  return {
    result: {
      success: false,
      llmContent: failed.llmContent,
      // An author's template also words the message of a program that failed.
      displayContent: failed.ran && message.templated ? message.text : failed.displayContent,
      error: failed.error,
      metadata: facts,
    },
    notes,
  };
}

/** The metadata of a result. Times in milliseconds; `dropped_*` only if something was cut. */
function metadata(ending: Ending, toolId: string, notes: ShapeNotes): JsonObject {
  const facts: JsonObject = {
    tool_id: toolId,
    status: ending.kind,
    return_code: 'exitCode' in ending ? ending.exitCode : null,
    truncated: ending.truncated || notes.truncated !== undefined,
    duration_ms: ending.durationMs,
  };
  if (ending.droppedBytes !== undefined) facts.dropped_bytes = ending.droppedBytes;
  if (notes.truncated !== undefined) {
    facts.dropped_characters = notes.truncated.dropped;
    if (notes.truncated.byDefault) facts.default_limit = notes.truncated.kept;
  }
  if (ending.kind === 'denied' && ending.because) facts.reasons = reasonsJson(ending.because);
  if (ending.kind === 'timed-out') facts.timeout_ms = ending.afterMs;
  if (ending.warnings !== undefined && ending.warnings.length > 0) facts.warnings = ending.warnings;
  return { ...ending.facts, ...facts };
}

/** Both contents of a successful call: the function's return value if there is one, else the output. */
function answer(
  ending: Ending,
  output: ShapedOutput['output'],
  message: ShapedOutput['message'],
): { llmContent: string; displayContent: string } {
  if (ending.value === undefined && ending.formatted === undefined) {
    return { llmContent: output.text + output.notice, displayContent: message.text };
  }
  const plain = ending.value === undefined ? (ending.formatted ?? '') : asText(ending.value);
  const formatted = ending.formatted ?? plain;
  const { limit } = output;
  return {
    llmContent: limit === undefined ? formatted : truncate(formatted, limit).text,
    displayContent: message.templated ? message.text : plain,
  };
}
