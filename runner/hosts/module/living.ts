import type { Unloaded } from './exchange.ts';
import type { ModuleProcess } from './module-process.ts';

export type Started = ModuleProcess | Unloaded;

interface Slot {
  folder: string;
  started: Promise<Started>;
  /** Calls that go on or wait. */
  busy: number;
  usedAt: number;
  /** The end of what was asked before. */
  turn: Promise<unknown>;
  /** Its process has ended; who waited for it needs another one. */
  gone: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** Milliseconds that a module has to clean up before it is put to sleep. */
const FAREWELL_MS = 300;

/**
 * The modules that live, each in its process. One that nobody calls is put to sleep: its process ends,
 * and the next call wakes it. Calls of one module wait behind each other, since they share its state.
 */
export class Living {
  #slots = new Map<string, Slot>();
  #most: number;
  #idleMs: number;

  /** `most` processes stay awake where nobody calls them, for `idleMs` at the longest. */
  constructor({ most, idleMs }: { most: number; idleMs: number }) {
    this.#most = most;
    this.#idleMs = idleMs;
  }

  isAwake(folder: string): boolean {
    return [...this.#slots.values()].some((slot) => slot.folder === folder);
  }

  /** The module's process in its turn; it is started where none lives. `key` names a state of its code and rights. */
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
      // One that was put to sleep meanwhile would be waited for once more.
      if (slot.busy === 0 && this.#slots.get(key) === slot) this.#rest(key, slot);
    }
  }

  /** The processes of a folder that live right now, for events that wake nobody. */
  async awake(folder: string): Promise<ModuleProcess[]> {
    const slots = [...this.#slots.values()].filter((slot) => slot.folder === folder);
    const started = await Promise.all(slots.map((slot) => slot.started));
    return started.filter((one) => 'call' in one);
  }

  async pids(): Promise<number[]> {
    const started = await Promise.all([...this.#slots.values()].map((slot) => slot.started));
    return started.flatMap((one) => ('pid' in one ? [one.pid] : []));
  }

  /** Puts the modules of a folder to sleep, or all of them. */
  async sleep(folder?: string): Promise<void> {
    const chosen = [...this.#slots].filter(
      ([, slot]) => folder === undefined || slot.folder === folder,
    );
    await Promise.all(chosen.map(([key, slot]) => this.#end(key, slot)));
  }

  #open(key: string, folder: string, start: () => Promise<Started>): Slot {
    // Another state of the same folder: the session goes on in the new one.
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
