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
