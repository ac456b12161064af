import type { Permission } from '../../../shared/registry/approval/permission.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import type { SessionEvent } from '../../../shared/protocol/modules/module-session.ts';
import { Exchange } from './exchange.ts';
import type { CallListener, Loaded, ModuleStart, Unloaded } from './exchange.ts';
import type { Outcome, ParentMessage, SessionEntry } from './messages.ts';
import { spawnConfined } from './spares.ts';

type ModuleCall = Pick<Extract<ParentMessage, { type: 'call' }>, 'tool' | 'arguments' | 'context'>;

/** The time limit for a tool's own code about a call's approval, in milliseconds; a slower one says nothing. */
const PERMISSION_MS = 1000;

/** Starts a module; settles with its tools, or with the reason why there are none. */
export async function startModule(start: ModuleStart): Promise<ModuleProcess | Unloaded> {
  const spawned = start.spawned ?? (await spawnConfined(start.confined));
  if ('error' in spawned) return { died: spawned.error };
  const exchange = new Exchange(start, spawned);
  const loaded = await exchange.load();
  if ('dialect' in loaded) return new ModuleProcess(exchange, loaded);
  exchange.child.kill('SIGKILL');
  await exchange.exited;
  return loaded;
}

/** A process with one loaded module. It performs one call at a time. */
export class ModuleProcess {
  readonly pid: number;
  readonly loaded: Loaded;
  readonly exited: Promise<void>;
  readonly #exchange: Exchange;

  constructor(exchange: Exchange, loaded: Loaded) {
    this.#exchange = exchange;
    this.loaded = loaded;
    this.pid = exchange.child.pid;
    this.exited = exchange.exited;
  }

  async call(
    { id, tool, arguments: args, context }: ModuleCall & { id: string },
    listener: CallListener,
  ): Promise<Outcome | { died: string }> {
    const { reason, done, flushed } = this.#exchange;
    if (reason !== undefined) return { died: reason };
    this.#exchange.listener = listener;
    const hasUi = listener.services?.ui !== undefined;
    const printed = new Promise<void>((settle) => flushed.set(id, settle));
    const outcome = await new Promise<Outcome | { died: string }>((settle) => {
      done.set(id, settle);
      this.#exchange.send({ type: 'call', call: id, tool, arguments: args, hasUi, context });
    });
    await printed;
    done.delete(id);
    flushed.delete(id);
    this.#exchange.listener = undefined;
    await this.#exchange.requests.end();
    return outcome;
  }

  /** Returns what a tool's own code says about a call, for the approval. */
  async permission(tool: string, args: JsonObject): Promise<Permission> {
    const { reason, permitted } = this.#exchange;
    if (reason !== undefined) return {};
    const call = crypto.randomUUID();
    const late = setTimeout(() => permitted.get(call)?.({}), PERMISSION_MS);
    const said = await new Promise<Permission>((settle) => {
      permitted.set(call, settle);
      this.#exchange.send({ type: 'permission', call, tool, arguments: args });
    });
    clearTimeout(late);
    permitted.delete(call);
    return said;
  }

  /** Asks the call to stop; it may ignore that. */
  stop(call: string): void {
    this.#exchange.send({ type: 'stop', call });
  }

  /** `entries`, if given, replace the session. */
  async fire(event: SessionEvent, entries?: SessionEntry[]): Promise<void> {
    const call = crypto.randomUUID();
    await new Promise<void>((settle) => {
      this.#exchange.fired.set(call, settle);
      this.#exchange.send({ type: 'event', call, event, entries });
    });
    this.#exchange.fired.delete(call);
  }

  remember(entry: SessionEntry): void {
    this.#exchange.send({ type: 'entry', entry });
  }

  kill(): void {
    this.#exchange.end('It was ended');
  }
}
