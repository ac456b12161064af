import type { Unloaded } from './exchange.ts';
import type { ModuleProcess } from './module-process.ts';

export type Started = ModuleProcess | Unloaded;

interface Slot {
  folder: string;
  started: Promise<Started>;
  /** The number of running and waiting calls. */
  busy: number;
  usedAt: number;
  /** Settles after the last queued call. */
  turn: Promise<unknown>;
  /** Whether its process has ended; waiting calls need another one. */
  gone: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** How long a module may clean up before it sleeps, in milliseconds. */
const FAREWELL_MS = 300;

/**
 * The running modules, each in its process. An idle module is put to sleep, which ends its process; the next call
 * starts it again. Calls of one module queue, because they share its state.
 */
export class Living {
  #slots = new Map<string, Slot>();
  #most: number;
  #idleMs: number;

  /** At most `most` idle processes stay awake, for at most `idleMs`. */
  constructor({ most, idleMs }: { most: number; idleMs: number }) {
    this.#most = most;
    this.#idleMs = idleMs;
  }

  isAwake(folder: string): boolean {
    return [...this.#slots.values()].some((slot) => slot.folder === folder);
  }

  /**
   * Lends the module's process in turn, and starts it if needed. `key` names a state of its code and permissions.
   */
  async use<T>(
    key: string,
    folder: string,
    start: () => Promise<Started>,
    work: (started: Started) => Promise<T>,
  ): Promise<T> {
    const slot = this.#slots.get(key) ?? this.#open(key, folder, start);
    slot.busy += 1;
    clearTimeout(slot.timer);
    const mine = slot.turn.then(async () =>
      slot.gone ? this.use(key, folder, start, work) : work(await slot.started),
    );
    slot.turn = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      slot.busy -= 1;
      slot.usedAt = performance.now();
      // A module that was put to sleep meanwhile is already being ended.
      if (slot.busy === 0 && this.#slots.get(key) === slot) this.#rest(key, slot);
    }
  }

  /** Returns the running processes of a folder, for events that wake no module. */
  async awake(folder: string): Promise<ModuleProcess[]> {
    const slots = [...this.#slots.values()].filter((slot) => slot.folder === folder);
    const started = await Promise.all(slots.map((slot) => slot.started));
    return started.filter((one) => 'call' in one);
  }

  async pids(): Promise<number[]> {
    const started = await Promise.all([...this.#slots.values()].map((slot) => slot.started));
    return started.flatMap((one) => ('pid' in one ? [one.pid] : []));
  }

  /** Puts the modules of a folder to sleep, or all modules. */
  async sleep(folder?: string): Promise<void> {
    const chosen = [...this.#slots].filter(
      ([, slot]) => folder === undefined || slot.folder === folder,
    );
    await Promise.all(chosen.map(([key, slot]) => this.#end(key, slot)));
  }

  #open(key: string, folder: string, start: () => Promise<Started>): Slot {
    // Another state of the same folder: the session continues in the new one.
    for (const [other, slot] of this.#slots) {
      if (slot.folder === folder && slot.busy === 0) void this.#end(other, slot);
    }
    const idle = [...this.#slots].filter(([, slot]) => slot.busy === 0);
    idle.sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [other, slot] of idle.slice(0, Math.max(0, this.#slots.size + 1 - this.#most))) {
      void this.#end(other, slot);
    }
    const started = start();
    const slot: Slot = {
      folder,
      started,
      busy: 0,
      gone: false,
      usedAt: performance.now(),
      turn: Promise.resolve(),
    };
    this.#slots.set(key, slot);
    const forget = () => {
      if (this.#slots.get(key) === slot) this.#slots.delete(key);
      clearTimeout(slot.timer);
    };
    void started.then(async (one) => {
      if ('exited' in one) {
        await one.exited;
        slot.gone = true;
      }
      forget();
    });
    return slot;
  }

  #rest(key: string, slot: Slot): void {
    slot.timer = setTimeout(() => void this.#end(key, slot), this.#idleMs);
  }

  async #end(key: string, slot: Slot): Promise<void> {
    if (this.#slots.get(key) === slot) this.#slots.delete(key);
    clearTimeout(slot.timer);
    const one = await slot.started;
    if (!('call' in one)) return;
    const late = new Promise<void>((settle) => setTimeout(settle, FAREWELL_MS));
    if (one.loaded.listens) await Promise.race([one.fire({ reason: 'shutdown' }), late]);
    one.kill();
    await one.exited;
  }
}
