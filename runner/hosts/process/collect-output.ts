import type { Tell } from '../../../shared/tool/run/host.ts';

type Stream = 'stdout' | 'stderr';

export interface Collected {
  stdout: string;
  stderr: string;
  output: string;
  truncated: boolean;
  droppedBytes?: number;
}

/**
 * Keeps the first `limit` bytes of both streams together, in order of arrival, and counts the rest. A character
 * split between two pieces stays whole.
 */
export class CollectOutput {
  readonly #limit: number;
  readonly #tell: Tell;
  readonly #decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  readonly #texts: Record<Stream, string[]> = { stdout: [], stderr: [] };
  readonly #all: string[] = [];
  #kept = 0;
  #dropped = 0;

  constructor(limit: number, tell: Tell) {
    this.#limit = limit;
    this.#tell = tell;
  }

  take(stream: Stream, bytes: Uint8Array): void {
    const room = this.#limit - this.#kept;
    const head = bytes.length <= room ? bytes : bytes.subarray(0, room);
    this.#kept += head.length;
    this.#dropped += bytes.length - head.length;
    if (head.length > 0) this.#add(stream, this.#decoders[stream].decode(head, { stream: true }));
  }

  end(): Collected {
    // At the limit the decoders may hold a partial character, which is dropped with the rest.
    if (this.#dropped === 0) {
      this.#add('stdout', this.#decoders.stdout.decode());
      this.#add('stderr', this.#decoders.stderr.decode());
    }
    return {
      stdout: this.#texts.stdout.join(''),
      stderr: this.#texts.stderr.join(''),
      output: this.#all.join(''),
      truncated: this.#dropped > 0,
      ...(this.#dropped > 0 ? { droppedBytes: this.#dropped } : {}),
    };
  }

  #add(stream: Stream, text: string): void {
    if (text === '') return;
    this.#texts[stream].push(text);
    this.#all.push(text);
    this.#tell({ type: 'output', stream, text });
  }
}
