import type { ChildMessage, Failure, ParentMessage, ToldPiece } from '../messages.ts';
import { exactArguments } from './exact-arguments.ts';
import { leaving, modelOf, optionsOf } from '../request.ts';
import { namesAt } from './names.ts';
import { failureOf, Pieces } from './pieces.ts';
import { watchedFetch } from './watched-fetch.ts';

// The process that talks to one provider. Its only permission is that address; all input comes from stdin.
declare const Deno: {
  stdin: { readable: ReadableStream<Uint8Array> };
  stdout: { writeSync(bytes: Uint8Array): number };
};

const encoder = new TextEncoder();
const say = (line: string): void => {
  let rest = encoder.encode(`${line}\n`);
  while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
};
const tell = (message: ChildMessage): void => say(JSON.stringify(message));

/** The limit of characters for combining pieces in a line; a longer piece has its own line. */
const MOST_TOGETHER = 64 * 1024;

/** Combines pieces that arrive together in one line, because each line wakes the runner. */
class Together {
  readonly #id: string;
  #pieces: string[] = [];
  #size = 0;

  constructor(id: string) {
    this.#id = id;
  }

  add = (piece: ToldPiece): void => {
    const text = JSON.stringify(piece);
    if (this.#size + text.length > MOST_TOGETHER) this.flush();
    this.#size += text.length;
    if (this.#pieces.push(text) === 1) setImmediate(() => this.flush());
  };

  flush(): void {
    if (this.#pieces.length === 0) return;
    say(`{"type":"pieces","id":${JSON.stringify(this.#id)},"pieces":[${this.#pieces.join(',')}]}`);
    this.#pieces = [];
    this.#size = 0;
  }
}

const stops = new Map<string, AbortController>();

/** Performs a request; only the first failure is reported. */
async function attend(message: Exclude<ParentMessage, { type: 'stop' }>): Promise<void> {
  const { id, key, silentMs } = message;
  const stop = new AbortController();
  stops.set(id, stop);
  let hasFailed = false;
  const together = new Together(id);
  const failed = (failure: Failure): void => {
    together.flush();
    if (!hasFailed) tell({ type: 'failed', id, failure });
    hasFailed = true;
  };
  try {
    const body = (made: unknown) => (message.type === 'ask' ? leaving(message.ask, made) : '');
    const isGoogle = message.type === 'ask' && message.ask.provider === 'google';
    const through = isGoogle ? exactArguments : undefined;
    const fetch = watchedFetch({ body, through, silentMs, failed });
    if (message.type === 'names') {
      const names = await namesAt(message.server, key, fetch, stop.signal);
      if (names) tell({ type: 'names', id, names });
      else failed({ kind: 'unreadable', detail: 'It is not a list of models' });
      return;
    }
    const { ask } = message;
    const { stream } = await modelOf(ask, key, fetch).doStream({
      ...optionsOf(ask),
      abortSignal: stop.signal,
    });
    const pieces = new Pieces({ piece: together.add, failed });
    for await (const part of stream) if (!pieces.take(part)) break;
  } catch (error) {
    failed(failureOf(error));
  } finally {
    together.flush();
    stops.delete(id);
    // Closes the connection of an answer that is not read to its end.
    stop.abort();
  }
}

function accept(line: string): void {
  const message = JSON.parse(line) as ParentMessage;
  if (message.type === 'stop') stops.get(message.id)?.abort();
  else void attend(message);
}

addEventListener('unhandledrejection', (event) => event.preventDefault());

let rest = '';
const decoder = new TextDecoder();
for await (const bytes of Deno.stdin.readable) {
  const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) accept(line);
}
