// The process that talks to one server over HTTP. Its only permission is that address; all input comes from stdin.
// It passes requests and responses on without interpreting them.
import { Socket } from 'node:net';
import { askOverHttp, type Request } from './connections.ts';
import { Refused, Telling } from './telling.ts';

declare const Deno: { exit(): void };

type Message =
  | (Request & {
      type: 'fetch';
      id: string;
      /** The limit of a message in bytes. */
      most: number;
    })
  | { type: 'stop'; id: string };

/** Cancels the running requests, by id. */
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
    // Without TLS the server is mostly on this machine, where `fetch` takes most of the time.
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
    // Closes the connection of a response that is not read to its end.
    stop.abort();
  }
}

/** Returns the message of an error and its causes. */
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
// `Deno.stdin` reads in another thread, which takes as long again as the pipe.
new Socket({ fd: 0, readable: true, writable: false })
  .on('data', (bytes: Uint8Array) => {
    const [first = '', ...more] = decoder.decode(bytes, { stream: true }).split('\n');
    held.push(first);
    for (const next of more) {
      accept(held.join(''));
      held = [next];
    }
  })
  // Kept connections would keep the process alive.
  .on('close', () => Deno.exit());
