import type { Ending } from '../../../shared/tool/run/ending.ts';
import type { ToolResult } from '../../../shared/tool/run/result.ts';

/** A stretch of output that one stream wrote. */
export interface StreamPart {
  stream: 'stdout' | 'stderr';
  text: string;
}

/**
 * Which stream wrote which lines of the merged output, found by reading both streams along with it.
 * Undefined where they do not tell, such as after a cap cut one of them.
 */
export function splitStreams(
  output: string,
  stdout: string,
  stderr: string,
): StreamPart[] | undefined {
  if (output === '') return [];
  if (output === stdout && stderr === '') return [{ stream: 'stdout', text: output }];
  if (output === stderr && stdout === '') return [{ stream: 'stderr', text: output }];
  const parts: StreamPart[] = [];
  const at = { stdout: 0, stderr: 0 };
  const streams = { stdout, stderr };
  for (const line of output.split(/(?<=\n)/)) {
    const stream = (['stdout', 'stderr'] as const).find((each) =>
      streams[each].startsWith(line, at[each]),
    );
    if (stream === undefined) return undefined;
    at[stream] += line.length;
    const last = parts.at(-1);
    if (last?.stream === stream) last.text += line;
    else parts.push({ stream, text: line });
  }
  return parts;
}

const BLOCK = 16_384;

/**
 * A large text in blocks of about 16,000 characters that end with a line where there is one, so that
 * a browser can lay out only those in sight.
 */
export function textBlocks(text: string, block = BLOCK): string[] {
  const blocks: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(text.length, start + block);
    if (end < text.length) {
      const line = text.slice(start, end).lastIndexOf('\n');
      if (line > 0) end = start + line + 1;
      else if (text.charCodeAt(end - 1) >> 10 === 0x36) end -= 1;
    }
    blocks.push(text.slice(start, end));
    start = end;
  }
  return blocks;
}

/** What was cut between the program's output and what the model sees. */
export type Cut =
  /** The runner's cap, in bytes of UTF-8; how many is not always known. */
  | { by: 'cap'; dropped: number | undefined }
  /** The return rule, or the limit that holds where it names none, in code points. */
  | { by: 'rule' | 'default'; dropped: number };

/** Every cut of a run, the earliest first; that of the runner's cap where its ending is known. */
export function cuts(result: Pick<ToolResult, 'metadata'>, ending?: Ending): Cut[] {
  const found: Cut[] = [];
  if (ending?.truncated) found.push({ by: 'cap', dropped: ending.droppedBytes });
  const dropped = result.metadata?.['dropped_characters'];
  if (typeof dropped === 'number' && dropped > 0) {
    const by = result.metadata?.['default_limit'] === undefined ? 'rule' : 'default';
    found.push({ by, dropped });
  }
  return found;
}
