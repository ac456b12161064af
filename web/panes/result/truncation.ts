import type { Ending } from '../../../shared/tool/ending.ts';
import { codePoints } from './code-points.ts';

/** What was cut between the program's output and what the model sees. */
export type Cut =
  /** The runner's cap: bytes that were never kept. */
  | { by: 'cap'; droppedBytes: number | undefined }
  /** The return rule: the first `kept` of `all` code points. */
  | { by: 'rule'; kept: number; all: number };

/** Every cut of a run, the earliest first. */
export function cuts(ending: Ending, llmContent: string): Cut[] {
  const found: Cut[] = [];
  if (ending.truncated) found.push({ by: 'cap', droppedBytes: ending.droppedBytes });
  if (ending.kind !== 'finished') return found;
  const { output } = ending;
  const shorter = llmContent.length < output.replace(/\n$/, '').length;
  const head = sharedHead(output, llmContent);
  // A rule keeps the head and may add a word on what it cut.
  if (shorter && head > 0 && head >= llmContent.length - 200 && head < output.length)
    found.push({ by: 'rule', kept: codePoints(output.slice(0, head)), all: codePoints(output) });
  return found;
}

function sharedHead(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  let at = 0;
  while (at < end && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  return at;
}
