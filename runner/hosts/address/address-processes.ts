import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { probeBox } from '../../platform/process/isolation.ts';
import { runProgram } from '../../platform/process/spawn.ts';
import type { Ground } from './confine.ts';
import { AddressProcess, type Speech } from './address-process.ts';

export interface ProcessOptions {
  /** The paths of Deno and bubblewrap. */
  deno?: string | undefined;
  bwrap?: string | undefined;
  /** How long an idle process is kept, in milliseconds. */
  idleMs?: number | undefined;
}

const NO_DENO =
  'run in a sandbox of Deno, which was not found; run "npm install" in the Lathe folder to install it';
const PRLIMIT = '/usr/bin/prlimit';

interface Message {
  type: string;
  id: string;
}

/** The program of such a process, and its messages. */
export interface AddressProgram<Heard extends Message> {
  /** Who needs it, for a sentence: `Models`. */
  name: string;
  folder: string;
  main: string;
  speech: Speech<Heard>;
}

interface Slot<Process> {
  started: Promise<Process | { error: string }>;
  users: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** The processes with the permission for one address each. Each is kept for a while after its last use. */
export class AddressProcesses<Asked extends Message, Heard extends Message> {
  readonly #options: ProcessOptions;
  readonly #program: AddressProgram<Heard>;
  readonly #slots = new Map<string, Slot<AddressProcess<Asked, Heard>>>();
  #ground: Promise<Ground | { missing: string }> | undefined;
  #isClosed = false;

  constructor(options: ProcessOptions, program: AddressProgram<Heard>) {
    this.#options = options;
    this.#program = program;
  }

  /** Returns why no process can start here; undefined if one can. */
  async missing(): Promise<string | undefined> {
    const ground = await this.#ready();
    return 'missing' in ground ? ground.missing : undefined;
  }

  /** Lends the process of an address (`HOST:PORT`) for one use. */
  async use<T>(
    host: string,
    work: (process: AddressProcess<Asked, Heard>) => Promise<T>,
  ): Promise<T | { missing: string }> {
    const ground = await this.#ready();
    if ('missing' in ground) return ground;
    if (this.#isClosed) return { missing: 'Lathe is ending' };
    const slot = this.#slots.get(host) ?? this.#open(host, ground);
    slot.users += 1;
    clearTimeout(slot.timer);
    try {
      const started = await slot.started;
      if ('error' in started) return { missing: `Deno could not be started: ${started.error}` };
      return await work(started);
    } finally {
      slot.users -= 1;
      if (slot.users === 0) this.#rest(host, slot);
    }
  }

  async pids(): Promise<number[]> {
    const started = await Promise.all([...this.#slots.values()].map((slot) => slot.started));
    return started.flatMap((one) => ('pid' in one ? [one.pid] : []));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#slots].map(([host, slot]) => this.#end(host, slot)));
  }

  #open(host: string, ground: Ground): Slot<AddressProcess<Asked, Heard>> {
    const started = AddressProcess.start<Asked, Heard>(ground, host, this.#program.speech);
    const slot = { started, users: 0 };
    this.#slots.set(host, slot);
    const forget = () => {
      if (this.#slots.get(host) === slot) this.#slots.delete(host);
    };
    void slot.started.then(async (one) => {
      if ('exited' in one) await one.exited;
      forget();
    });
    return slot;
  }

  #rest(host: string, slot: Slot<AddressProcess<Asked, Heard>>): void {
    clearTimeout(slot.timer);
    slot.timer = setTimeout(() => void this.#end(host, slot), this.#options.idleMs ?? 60_000);
  }

  async #end(host: string, slot: Slot<AddressProcess<Asked, Heard>>): Promise<void> {
    if (this.#slots.get(host) === slot) this.#slots.delete(host);
    clearTimeout(slot.timer);
    const started = await slot.started;
    if (!('exited' in started)) return;
    started.end();
    await started.exited;
  }

  #ready(): Promise<Ground | { missing: string }> {
    return (this.#ground ??= this.#prepare());
  }

  async #prepare(): Promise<Ground | { missing: string }> {
    const { deno, bwrap } = this.#options;
    const { name, folder: program, main } = this.#program;
    if (deno === undefined) return { missing: `${name} ${NO_DENO}` };
    if (!(await nodeDisk.look(`${program}/${main}`))) {
      return { missing: `${name} need the files that "npm run build" writes to "${program}"` };
    }
    return {
      ...{ deno, program, main },
      bwrap: bwrap !== undefined && (await probeBox(bwrap)) ? bwrap : undefined,
      prlimit: (await runProgram(PRLIMIT, ['--version'])) === undefined ? undefined : PRLIMIT,
    };
  }
}
