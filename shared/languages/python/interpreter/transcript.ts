import type { Tell } from '../../../tool/host.ts';

type Stream = 'stdout' | 'stderr';

/** What a run printed: told as it comes, kept in both orders. */
export interface Transcript {
  take(stream: Stream, bytes: Uint8Array): void;
  /** `truncated`: the last character may have been cut in two, and is left out then. */
  end(truncated: boolean): { stdout: string; stderr: string; output: string };
}

export function createTranscript(tell: Tell): Transcript {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const texts = { stdout: '', stderr: '' };
  let output = '';
  const add = (stream: Stream, text: string): void => {
    if (text === '') return;
    texts[stream] += text;
    output += text;
    tell({ type: 'output', stream, text });
  };
  return {
    take: (stream, bytes) => add(stream, decoders[stream].decode(bytes, { stream: true })),
    end(truncated) {
      if (!truncated)
        for (const stream of ['stdout', 'stderr'] as const) {
          add(stream, decoders[stream].decode());
        }
      return { ...texts, output };
    },
  };
}
