import type { Ending } from '../tool/ending.ts';
import type { ToolResult } from '../tool/result.ts';
import type { ReturnRules } from '../tool/return-rules.ts';
import { answer } from './answer.ts';
import { failure } from './failure.ts';
import { metadata } from './metadata.ts';
import { shapeOutput, type ShapeNotes } from './shape-output.ts';
import { wording } from './wording.ts';

export type { ShapeNotes } from './shape-output.ts';

/** What shaping needs of a tool; `name` is `{tool_id}` of its message template. */
export interface ShapedTool {
  name: string;
  returns?: ReturnRules | undefined;
}

/**
 * Makes of an ending what the model and the person get. Pure and cheap, so that the page can shape
 * the last ending anew while its author edits the return rules.
 * `locale` words what the person reads of a failure; texts for the model are English.
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
      // An author's template words the message of a program that failed, too.
      displayContent: failed.ran && message.templated ? message.text : failed.displayContent,
      error: failed.error,
      metadata: facts,
    },
    notes,
  };
}
