// Forwards connections. Each pair of arguments is a listening address and a target (`HOST:PORT` or `unix:PATH`).
// The program behind `--` runs with this process's standard streams, and this process ends with it. The argument
// before the pairs is the process id that this one ends with, or 0. The data is not inspected.
interface Connection {
  read(into: Uint8Array): Promise<number | null>;
  write(bytes: Uint8Array): Promise<number>;
  /** Closes the writing side; reading continues. */
  closeWrite(): Promise<void>;
  close(): void;
}
type Listener = AsyncIterable<Connection>;
type Address = { transport: 'unix'; path: string } | { hostname: string; port: number };
declare const Deno: {
  args: string[];
  /** The parent process: the one that started this one, or the one that adopted it. */
  ppid: number;
  listen(address: Address): Listener;
  connect(address: Address): Promise<Connection>;
  exit(code: number): never;
  stderr: { writeSync(bytes: Uint8Array): number };
  Command: new (
    command: string,
    options: { args: string[]; stdin: 'inherit'; stdout: 'inherit'; stderr: 'inherit' },
  ) => { spawn(): { status: Promise<{ code: number }> } };
};

/** The limit of open connections; more are closed at once. */
const MOST_OPEN = 256;
let open = 0;

/** The pause between two checks of whether the starter lives, in milliseconds. */
const LOOK_MS = 1000;

/** How many bytes are read at a time. */
const CHUNK = 64 * 1024;

const tell = (line: string): void =>
  void Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));

const addressOf = (text: string): Address => {
  if (text.startsWith('unix:')) return { transport: 'unix', path: text.slice('unix:'.length) };
  const cut = text.lastIndexOf(':');
  return { hostname: text.slice(0, cut), port: Number(text.slice(cut + 1)) };
};

function closeAll(...connections: Connection[]): void {
  for (const one of connections)
    try {
      one.close();
    } catch {
      // Already closed.
    }
}

/** Forwards one direction until its end, and passes the end on; the other direction may continue. */
async function passTo(from: Connection, to: Connection): Promise<void> {
  const chunk = new Uint8Array(CHUNK);
  for (let length = await from.read(chunk); length !== null; length = await from.read(chunk))
    for (let at = 0; at < length;) at += await to.write(chunk.subarray(at, length));
  await to.closeWrite();
}

async function pass(from: Connection, to: string): Promise<void> {
  if (open >= MOST_OPEN) return closeAll(from);
  open += 1;
  try {
    const other = await Deno.connect(addressOf(to)).catch((error: unknown) => {
      tell(`${to} could not be reached: ${String(error)}`);
    });
    if (!other) return;
    const broken = () => closeAll(from, other);
    await Promise.all([passTo(from, other).catch(broken), passTo(other, from).catch(broken)]);
    broken();
  } finally {
    closeAll(from);
    open -= 1;
  }
}

/**
 * Ends the process, because a server that cannot reach a granted address would fail later for no visible reason.
 */
function end(at: string, error: unknown): never {
  tell(
    `Lathe cannot listen at ${at}, which stands for an address of this server: ${String(error)}`,
  );
  return Deno.exit(1);
}

function listen(at: string): Listener {
  try {
    return Deno.listen(addressOf(at));
  } catch (error) {
    return end(at, error);
  }
}

async function passAll(connections: Listener, to: string): Promise<void> {
  for await (const connection of connections) void pass(connection, to);
}

// A sandbox ends with its starter by itself.
const starter = Number(Deno.args[0]);
if (starter > 0)
  setInterval(() => {
    if (Deno.ppid !== starter) Deno.exit(1);
  }, LOOK_MS);

const behind = Deno.args.indexOf('--');
const [command = '', ...args] = Deno.args.slice(behind + 1);
for (let one = 1; one + 1 < behind; one += 2) {
  const [at = '', to = ''] = Deno.args.slice(one);
  passAll(listen(at), to).catch((error: unknown) => end(at, error));
}
const streams = { stdin: 'inherit', stdout: 'inherit', stderr: 'inherit' } as const;
const { code } = await new Deno.Command(command, { args, ...streams }).spawn().status;
Deno.exit(code);

export {};
