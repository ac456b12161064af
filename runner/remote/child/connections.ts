import { AnswerReader, type AnswerHearer } from './answer-reader.ts';

interface Socket {
  read(into: Uint8Array): Promise<number | null>;
  write(bytes: Uint8Array): Promise<number>;
  setNoDelay(): void;
  close(): void;
}
declare const Deno: {
  connect(to: { hostname: string; port: number }): Promise<Socket>;
};

export interface Request {
  url: string;
  method: string;
  headers: [string, string][];
  body?: string;
}

/** How long a connection stays reusable, in milliseconds; some servers close one after two seconds. */
const KEPT_MS = 1_000;
const MOST_KEPT = 8;
/** How many bytes are read at a time. */
const PIECE = 64 * 1024;
/** The headers that the connection sets itself. */
const OWN =
  /^(?:host|connection|content-length|transfer-encoding|keep-alive|te|trailer|upgrade|expect)$/i;

/** A connection for one request after the other. */
class Connection {
  isOver = false;
  restsSince = 0;
  readonly #socket: Socket;
  #asked: { reader: AnswerReader; done(): void; fail(error: unknown): void } | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay();
    void this.#read();
  }

  /** Settles at the end of the response. */
  async ask(bytes: Uint8Array, hearer: AnswerHearer): Promise<void> {
    const reader = new AnswerReader(hearer);
    let isWritten = false;
    await new Promise<void>((done, fail) => {
      this.#asked = { reader, done, fail };
      // The response to a partly written request is read all the same.
      const written = () => void (isWritten = true);
      this.#write(bytes).then(written, () => undefined);
    });
    this.#asked = undefined;
    if (!reader.isKept || !isWritten) this.close();
  }

  close(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#socket.close();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let rest = bytes; rest.length > 0 && !this.isOver;)
      rest = rest.subarray(await this.#socket.write(rest));
  }

  async #read(): Promise<void> {
    const into = new Uint8Array(PIECE);
    try {
      while (!this.isOver) {
        const count = await this.#socket.read(into);
        this.#take(count === null ? undefined : into.subarray(0, count));
      }
    } catch (error) {
      this.close();
      this.#asked?.fail(error);
    }
  }

  #take(bytes: Uint8Array | undefined): void {
    const asked = this.#asked;
    const isMine = bytes !== undefined && asked?.reader.take(bytes) === bytes.length;
    if (bytes === undefined) asked?.reader.end();
    // Unrequested bytes belong to no response.
    if (!isMine) this.close();
    if (asked?.reader.isOver) asked.done();
  }
}

const kept: Connection[] = [];

/** Sends a request over a kept or a new connection. `stoppable` gets a function that cancels it. */
export async function askOverHttp(
  request: Request,
  hearer: AnswerHearer,
  stoppable: (stop: () => void) => void,
): Promise<void> {
  let isStopped = false;
  stoppable(() => void (isStopped = true));
  const url = new URL(request.url);
  const connection = keptOne() ?? (await connect(url));
  stoppable(() => connection.close());
  if (isStopped) return connection.close();
  await connection.ask(bytesOf(url, request), hearer);
  if (connection.isOver) return;
  connection.restsSince = performance.now();
  kept.push(connection);
  if (kept.length > MOST_KEPT) kept.shift()?.close();
}

async function connect({ hostname, port }: URL): Promise<Connection> {
  return new Connection(await Deno.connect({ hostname, port: Number(port || 80) }));
}

/** Returns the connection that was used last. */
function keptOne(): Connection | undefined {
  for (let one = kept.pop(); one; one = kept.pop()) {
    if (!one.isOver && performance.now() - one.restsSince < KEPT_MS) return one;
    one.close();
  }
  return undefined;
}

function bytesOf(url: URL, { method, headers, body = '' }: Request): Uint8Array {
  const lines = headers
    .filter(([name]) => !OWN.test(name))
    .map(([name, value]) => `${name}: ${value}`);
  const given = Buffer.from(body);
  const head = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `host: ${url.host}`,
    'accept-encoding: identity',
    ...(method === 'GET' ? [] : [`content-length: ${given.length}`]),
    ...lines,
  ].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), given]);
}
