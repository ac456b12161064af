// The process that speaks with one server over HTTP. Its only right is that address; all it knows comes on
// stdin, and it passes on what is sent and what comes, without reading either.
declare const Deno: {
  stdin: { readable: ReadableStream<Uint8Array> };
  stdout: { writeSync(bytes: Uint8Array): number };
};

type Message =
  | {
      type: 'fetch';
      id: string;
      url: string;
      method: string;
      headers: [string, string][];
      body?: string;
      /** Bytes of one message that are taken. */
      most: number;
    }
  | { type: 'stop'; id: string };

/** Characters that are told at once. */
const MOST_TOGETHER = 256 * 1024;
const encoder = new TextEncoder();
let unsaid = '';
const flush = (): void => {
  let rest = encoder.encode(unsaid);
  unsaid = '';
  while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
};
/** What comes together is told together: each telling wakes the runner. */
const say = (message: object): void => {
  if (unsaid === '') setImmediate(flush);
  unsaid += `${JSON.stringify(message)}\n`;
  if (unsaid.length > MOST_TOGETHER) flush();
};

const stops = new Map<string, AbortController>();

async function attend(message: Extract<Message, { type: 'fetch' }>): Promise<void> {
  const { id, url, method, headers, body, most } = message;
  const stop = new AbortController();
  stops.set(id, stop);
  try {
    const init = { method, headers, signal: stop.signal, redirect: 'manual' as const };
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    const { status } = response;
    if (status >= 300 && status < 400 && response.headers.has('location'))
      return say({
        type: 'failed',
        id,
        kind: 'redirect',
        detail: response.headers.get('location'),
      });
    say({ type: 'head', id, status, headers: [...response.headers] });
    await pass(response, id, most);
  } catch (error) {
    if (!stop.signal.aborted)
      say({ type: 'failed', id, kind: 'unreachable', detail: sentenceOf(error) });
  } finally {
    stops.delete(id);
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

/** The body as it comes. Of a stream of events each line counts for itself. */
async function pass(response: Response, id: string, most: number): Promise<void> {
  const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
  const decoder = new TextDecoder();
  let bytes = 0;
  const tell = (text: string): void => {
    for (let at = 0; at < text.length; at += MOST_TOGETHER)
      say({ type: 'body', id, text: text.slice(at, at + MOST_TOGETHER) });
  };
  for await (const piece of response.body ?? []) {
    const newline = isStream ? piece.lastIndexOf(10) : -1;
    bytes = newline < 0 ? bytes + piece.length : piece.length - newline;
    if (bytes > most) return say({ type: 'failed', id, kind: 'too-large', detail: '' });
    tell(decoder.decode(piece, { stream: true }));
  }
  tell(decoder.decode());
  say({ type: 'end', id });
}

function accept(line: string): void {
  const message = JSON.parse(line) as Message;
  if (message.type === 'stop') stops.get(message.id)?.abort();
  else void attend(message);
}

addEventListener('unhandledrejection', (event) => event.preventDefault());

let held: string[] = [];
const decoder = new TextDecoder();
for await (const bytes of Deno.stdin.readable) {
  const [first = '', ...more] = decoder.decode(bytes, { stream: true }).split('\n');
  held.push(first);
  for (const next of more) {
    accept(held.join(''));
    held = [next];
  }
}

export {};
