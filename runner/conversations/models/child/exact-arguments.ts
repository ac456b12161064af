import { ExactNumber, markNumbers, unmark } from '../../../../shared/tool/exact-number.ts';

/**
 * Gemini sends the arguments of a call as JSON values, which its package parses and prints. This stream
 * replaces their numbers by marked strings, so that the printed text has the exact numbers.
 */
export function exactArguments(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  return new TransformStream({
    transform(bytes, controller) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      const text = lines.map((line) => `${exactLine(line)}\n`).join('');
      if (text !== '') controller.enqueue(encoder.encode(text));
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(encoder.encode(exactLine(rest)));
    },
  });
}

function exactLine(line: string): string {
  const [, json] = /^data:(.*)$/s.exec(line) ?? [];
  if (json === undefined || !json.includes('"functionCall"')) return line;
  try {
    const marked = markNumbers(json);
    return marked === undefined ? line : `data: ${JSON.stringify(asRead(JSON.parse(marked)))}`;
  } catch {
    return line;
  }
}

/** Returns the parsed value with inexact numbers, except in the arguments of calls. */
function asRead(value: unknown, key = '', under = ''): unknown {
  if (key === 'args' && under === 'functionCall') return value;
  const plain = typeof value === 'string' ? unmark(value) : value;
  if (plain instanceof ExactNumber) return Number(plain.text);
  if (Array.isArray(plain)) return plain.map((one) => asRead(one));
  if (typeof plain !== 'object' || plain === null) return plain;
  return Object.fromEntries(
    Object.entries(plain).map(([name, one]) => [name, asRead(one, name, key)]),
  );
}
