import type { Services } from '../../../shared/tool/host.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import type { SessionEvent } from '../../../shared/protocol/module-session.ts';
import { collectText } from '../../platform/spawn.ts';
import { ChildMessage } from './messages.ts';
import type { Outcome, ParentMessage, Refusal, SessionEntry } from './messages.ts';
import type { Confined } from './confine.ts';
import { deathOf } from './death-of.ts';
import { markReader } from './mark-reader.ts';
import { spawnConfined, type Spawned } from './spares.ts';
import { serveRequests } from './serve-requests.ts';

export type Loaded = Extract<ChildMessage, { type: 'loaded' }>;

/** What happens while a call goes on. */
export interface CallListener {
  printed(stream: 'stdout' | 'stderr', bytes: Uint8Array): void;
  updated(update: JsonObject): void;
  /** The tool asks to stop what goes on. */
  abort(): void;
  services?: Services | undefined;
}

export interface ModuleStart {
  confined: Confined;
  /** A process that stands ready, in the same confinement. */
  spawned?: Spawned;
  /** The module's path in its folder. */
  file: string;
  folder: string;
  cwd: string;
  entries: SessionEntry[];
  /** Whether its code speaks of zod. */
  zod?: boolean;
  /** Milliseconds in which it has to say which tools it has. */
  loadMs: number;
  pending(actions: { label: string; tool: string }[]): void;
  log(level: string, text: string): void;
  printed: CallListener['printed'];
}

/** A process with one loaded module in it. It performs one call at a time. */
export interface ModuleProcess {
  pid: number;
  loaded: Loaded;
  call(
    call: { id: string; tool: string; arguments: JsonObject },
    listener: CallListener,
  ): Promise<Outcome | { died: string }>;
  /** Asks the call to stop; it may not. */
  stop(call: string): void;
  /** `entries`, where given, are the session from now on. */
  fire(event: SessionEvent, entries?: SessionEntry[]): Promise<void>;
  remember(entry: SessionEntry): void;
  kill(): void;
  exited: Promise<void>;
}

/** Starts a module; settles once it has said which tools it has, or why it never will. */
export async function startModule(
  start: ModuleStart,
): Promise<ModuleProcess | { refusal: Refusal } | { died: string }> {
  const { confined, folder, cwd, entries, file } = start;
  const complaint = collectText(16 * 1024);
  const mark = crypto.randomUUID();
  const done = new Map<string, (outcome: Outcome | { died: string }) => void>();
  const fired = new Map<string, () => void>();
  const flushed = new Map<string, () => void>();
  let listener: CallListener | undefined;
  let reason: string | undefined;
  let settleLoad: (read: Loaded | { refusal: Refusal } | { died: string }) => void;
  const loading = new Promise<Loaded | { refusal: Refusal } | { died: string }>(
    (settle) => (settleLoad = settle),
  );
  const send = (message: ParentMessage) => child.write(`${JSON.stringify(message)}\n`);
  const end = (why: string) => {
    reason ??= why;
    child.kill('SIGKILL');
  };
  const requests = serveRequests(send);

  const accept = (message: ChildMessage): void => {
    switch (message.type) {
      case 'loaded':
        return settleLoad(message);
      case 'refused':
        return settleLoad({ refusal: message.refusal });
      case 'update':
        return listener?.updated(message.update);
      case 'done':
        return done.get(message.call)?.(message.outcome);
      case 'heard':
        return fired.get(message.call)?.();
      case 'pending':
        return start.pending(message.actions);
      case 'log':
        return start.log(message.level, message.text);
      case 'abort':
        return listener?.abort();
      default:
        return requests.accept(message, listener?.services);
    }
  };
  const printed: CallListener['printed'] = (stream, bytes) =>
    (listener?.printed ?? start.printed)(stream, bytes);
  const feed = markReader(mark, {
    message(text) {
      try {
        accept(ChildMessage.parse(JSON.parse(text)));
      } catch {
        end('The module answered with something that is no answer');
      }
    },
    printed: (bytes) => printed('stdout', bytes),
  });

  const complain = markReader(mark, {
    message: (call) => flushed.get(call)?.(),
    printed(bytes) {
      complaint.take(bytes);
      printed('stderr', bytes);
    },
  });

  const spawned = start.spawned ?? (await spawnConfined(confined));
  if ('error' in spawned) return { died: spawned.error };
  const { child } = spawned;
  spawned.hear(
    (bytes) => {
      if (!feed(bytes)) end('The module answered with more than 32 MB');
    },
    (bytes) => {
      if (!complain(bytes)) end('The module complained without an end');
    },
  );
  const exited = child.exited.then((exit) => {
    const died = reason ?? deathOf(exit, complaint.text());
    settleLoad({ died });
    for (const settle of done.values()) settle({ died });
    for (const settle of [...fired.values(), ...flushed.values()]) settle();
    requests.close();
  });
  const url = `file://${confined.tool}/module/${file.split('/').map(encodeURIComponent).join('/')}`;
  const { zod = false } = start;
  send({ type: 'load', mark, url, folder, cwd, entries, zod });
  const late = setTimeout(
    () => end(`It was not loaded within ${start.loadMs / 1000} seconds and was ended`),
    start.loadMs,
  );
  const loaded = await loading;
  clearTimeout(late);
  if (!('dialect' in loaded)) {
    child.kill('SIGKILL');
    await exited;
    return loaded;
  }
  return {
    pid: child.pid,
    loaded,
    async call({ id, tool, arguments: args }, hearing) {
      if (reason !== undefined) return { died: reason };
      listener = hearing;
      const hasUi = hearing.services?.ui !== undefined;
      const printed = new Promise<void>((settle) => flushed.set(id, settle));
      const outcome = await new Promise<Outcome | { died: string }>((settle) => {
        done.set(id, settle);
        send({ type: 'call', call: id, tool, arguments: args, hasUi });
      });
      await printed;
      done.delete(id);
      flushed.delete(id);
      listener = undefined;
      return outcome;
    },
    stop: (call) => send({ type: 'stop', call }),
    async fire(event, now) {
      const call = crypto.randomUUID();
      await new Promise<void>((settle) => {
        fired.set(call, settle);
        send({ type: 'event', call, event, ...(now ? { entries: now } : {}) });
      });
      fired.delete(call);
    },
    remember: (entry) => send({ type: 'entry', entry }),
    kill: () => end('It was ended'),
    exited,
  };
}
