import { spawnGroup } from '../../platform/process/spawn.ts';
import type { Child } from '../../platform/process/spawn.ts';
import type { TempDirectory } from '../../platform/disk/folders.ts';
import { confineModule, noRights } from './confine.ts';
import type { Confined, Ground } from './confine.ts';
import { importMap } from './import-map.ts';
import { layOut } from './lay-out.ts';

type Hear = (bytes: Uint8Array) => void;

/** A module's process that loaded the kit, or is loading it, and waits for its module. */
export interface Spawned {
  child: Child;
  /** Sets the readers of its streams, which nothing reads before. */
  hear(stdout: Hear, stderr: Hear): void;
}

/** A process without permissions for any module that needs none, and its empty folder. */
export interface Spare {
  temp: TempDirectory;
  confined: Confined;
  spawned: Spawned;
}

/** Keeps one process ready, so that the first call of a module does not wait for a start. */
export class Spares {
  #start: () => Promise<Spare | undefined>;
  #idleMs: number;
  #ready: Spare | undefined;
  #starting: Promise<void> | undefined;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** An unused process ends after `idleMs`. */
  constructor(start: () => Promise<Spare | undefined>, idleMs: number) {
    this.#start = start;
    this.#idleMs = idleMs;
  }

  /** Waits for a process that is starting, because it is ready sooner than a new one. */
  async take(): Promise<Spare | undefined> {
    await this.#starting;
    return this.#take();
  }

  #take(): Spare | undefined {
    const spare = this.#ready;
    this.#ready = undefined;
    clearTimeout(this.#timer);
    return spare;
  }

  /** Starts a process in the background if none is ready. */
  refill(): void {
    if (this.#closed || this.#starting || this.#ready) return;
    this.#starting = this.#fill().finally(() => (this.#starting = undefined));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#drop();
  }

  async #fill(): Promise<void> {
    const spare = await this.#start().catch(() => undefined);
    if (!spare) return;
    void spare.spawned.child.exited.then(() => {
      if (this.#ready === spare) void this.#drop();
    });
    this.#ready = spare;
    if (this.#closed) return this.#drop();
    this.#timer = setTimeout(() => void this.#drop(), this.#idleMs);
  }

  async #drop(): Promise<void> {
    const spare = this.#take();
    if (!spare) return;
    spare.spawned.child.kill('SIGKILL');
    await spare.spawned.child.exited;
    await spare.temp.remove();
  }
}

export async function spawnConfined(confined: Confined): Promise<Spawned | { error: string }> {
  let out: Hear = () => undefined;
  let err: Hear = () => undefined;
  const child = await spawnGroup(confined.command, confined.args, {
    env: confined.env,
    onStdout: (bytes) => out(bytes),
    onStderr: (bytes) => err(bytes),
  });
  if ('error' in child) return child;
  return {
    child,
    hear(stdout, stderr) {
      out = stdout;
      err = stderr;
    },
  };
}

/** Starts a process for an unknown module. Its folder is filled later. */
export async function openSpare(ground: Ground): Promise<Spare | undefined> {
  const temp = await layOut({});
  const confined = confineModule(ground, temp.path, noRights, {});
  await temp.write('import-map.json', importMap({}, confined));
  const spawned = await spawnConfined(confined);
  if (!('error' in spawned)) return { temp, confined, spawned };
  await temp.remove();
  return undefined;
}
