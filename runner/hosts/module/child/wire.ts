import type { ChildMessage } from '../child-message.ts';
import type { ParentMessage } from '../parent-message.ts';
import type { DenoPipes } from './deno.ts';

declare const Deno: DenoPipes;

// Kept before any code of the author runs, which may put others in their place.
const { parse, stringify } = JSON;
const encoder = new TextEncoder();
const { stdin, stdout, stderr } = Deno;

const writeAll = (stream: DenoPipes['stdout'], text: string): void => {
  let rest = encoder.encode(text);
  while (rest.length > 0) rest = rest.subarray(stream.writeSync(rest));
};

/**
 * Says something to the runner; `mark` tells it from what the module prints on the same stream. The end
 * of a call is told on both streams, so that what was printed before it belongs to it.
 */
export const wire = (mark: string): ((message: ChildMessage) => void) => {
  return (message) => {
    if (message.type === 'done') writeAll(stderr, `\0${mark}${message.call}\n`);
    writeAll(stdout, `\0${mark}${stringify(message)}\n`);
  };
};

/** What the runner says, one message a line. */
export async function* heard(): AsyncGenerator<ParentMessage> {
  // Read by hand, because streams take several turns of the event loop for each piece.
  const decoder = new TextDecoder();
  const piece = new Uint8Array(64 * 1024);
  let rest = '';
  for (let size = await stdin.read(piece); size !== null; size = await stdin.read(piece)) {
    const lines = (rest + decoder.decode(piece.subarray(0, size), { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    // Only the runner holds the other end, and it sends what its types say.
    for (const line of lines) yield parse(line) as ParentMessage;
  }
}
