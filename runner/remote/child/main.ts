// The process that speaks with one server over HTTP. Its only right is that address; all it knows comes on
// stdin, and it passes on what is sent and what comes, without reading either.
import { Socket } from 'node:net';
import { askOverHttp, type Request } from './connections.ts';
import { Refused, Telling } from './telling.ts';

declare const Deno: { exit(): void };

type Message =
  | (Request & {
      type: 'fetch';
      id: string;
      /** Bytes of one message that are taken. */
      most: number;
    })
  | { type: 'stop'; id: string };

/** Takes requests back that are under way. */
const stops = new Map<string, () => void>();

async function attend(message: Extract<Message, { type: 'fetch' }>): Promise<void> {
  const { id, url, most } = message;
  const telling = new Telling(id, most);
  const stoppable = (stop: () => void): void => {
    stops.set(id, () => {
      telling.drop();
      stop();
    });
  };
  try {
    // Without TLS it is mostly this very machine, where what `fetch` takes is most of the way.
    const ask = url.startsWith('http:') ? askOverHttp : askByFetch;
    await ask(message, telling, stoppable);
    telling.end();
  } catch (error) {
    if (error instanceof Refused) telling.failed(error.kind, error.message);
    else telling.failed('unreachable', sentenceOf(error));
  } finally {
    stops.delete(id);
  }
}

async function askByFetch(
  { url, method, headers, body }: Request,
  telling: Telling,
  stoppable: (stop: () => void) => void,
): Promise<void> {
  const stop = new AbortController();
  stoppable(() => stop.abort());
  try {
    const init = { method, headers, signal: stop.signal, redirect: 'manual' as const };
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    telling.head(response.status, [...response.headers]);
    for await (const piece of response.body ?? []) telling.body(piece);
  } finally {
    // An answer that is not wanted to its end keeps no connection.
    stop.abort();
  }
}

/** What went wrong, down to its first cause. */
function sentenceOf(error: unknown): string {
  const said: string[] = [];
  for (let one = error; one instanceof Error && said.length < 5; one = one.cause)
    said.push(one.message);
  return said.join(': ').slice(0, 1000);
}

function accept(line: string): void {
  const message = JSON.parse(line) as Message;
  if (message.type === 'stop') stops.get(message.id)?.();
  else void attend(message);
}

addEventListener('unhandledrejection', (event) => event.preventDefault());

let held: string[] = [];
const decoder = new TextDecoder();
// `Deno.stdin` waits in another thread, which takes as long again as the pipe does.
new Socket({ fd: 0, readable: true, writable: false })
  .on('data', (bytes: Uint8Array) => {
    const [first = '', ...more] = decoder.decode(bytes, { stream: true }).split('\n');
    held.push(first);
    for (const next of more) {
      accept(held.join(''));
      held = [next];
    }
  })
  // Connections that are kept would keep the process.
  .on('close', () => Deno.exit());
