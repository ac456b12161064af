import type { Ending } from '../tool/ending.ts';
import type { Json } from '../tool/json.ts';
import { truncate } from './truncate.ts';
import type { ShapedOutput } from './shape-output.ts';

/** Both contents of a call that succeeded: the function's answer where there is one, else the output. */
export function answer(
  ending: Ending,
  output: ShapedOutput['output'],
  message: ShapedOutput['message'],
): { llmContent: string; displayContent: string } {
  if (ending.value === undefined && ending.formatted === undefined) {
    return { llmContent: output.text + output.notice, displayContent: message.text };
  }
  const plain = ending.value === undefined ? (ending.formatted ?? '') : written(ending.value);
  const formatted = ending.formatted ?? plain;
  const { limit } = output;
  return {
    llmContent: limit === undefined ? formatted : truncate(formatted, limit).text,
    displayContent: message.templated ? message.text : plain,
  };
}

function written(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
