import { quote } from '../../../shared/languages/bash/words.ts';
import type { ProcessJob } from '../../../shared/tool/run/job.ts';
import { folderIdentity } from '../../platform/disk/folders.ts';
import { box, passwd } from './box.ts';
import type { Sight } from './box.ts';
import { environment, places } from './environment.ts';
import { guards } from './guards.ts';
import { scriptName } from './launch.ts';
import type { Shell } from './launch.ts';
import { start, type Started } from './start.ts';
import { onlyThese, openedBy } from './writable-folders.ts';

/** A prepared sandbox with a shell that waits for its program. It serves one call. */
export interface PreparedBox extends Started {
  /** Starts the script; standard input may follow. */
  begin(job: ProcessJob): Promise<void>;
}

/** Its own folder, which the sandbox shows as `places.script`. */
const OWN = 'own';
const BEGIN = '.begin';
// The line says that the file is there; the shell reads nothing after it.
const WAIT = ['/bin/sh', '-c', 'read -r line && . "$0"', `${places.script}/${BEGIN}`];
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What a prepared sandbox must match: what it shows, and the variables that its program started with. */
export interface Wanted extends Sight {
  environment?: Readonly<Record<string, string>>;
}

type Prepare = (wanted: Wanted) => Promise<PreparedBox | { error: string }>;

interface Spare {
  /** The identities of its folders before the setup. */
  folders: string;
  box: PreparedBox;
}
interface Kept {
  sight: string;
  spare: Promise<Spare | undefined>;
  timer: ReturnType<typeof setTimeout>;
}

/** How many equal sandboxes are kept, and how many in total. */
export interface Stock {
  alike: number;
  most: number;
}

/**
 * The setup takes longer than a short call: with two, consecutive calls find one each, and reading and writing
 * calls may alternate.
 */
const BOXES: Stock = { alike: 2, most: 4 };

/**
 * Keeps sandboxes ready that show what the last calls saw, because the next call mostly needs the same. A sandbox
 * holds its folders open, so a folder that was created again has another identity.
 */
export class SpareBoxes {
  readonly #prepare: Prepare;
  readonly #idleMs: number;
  readonly #stock: Stock;
  readonly #leaving = new Set<Promise<void>>();
  #kept: Kept[] = [];
  #isClosed = false;

  /** An unused sandbox ends after `idleMs`. */
  constructor(prepare: Prepare, idleMs: number, stock = BOXES) {
    this.#prepare = prepare;
    this.#idleMs = idleMs;
    this.#stock = stock;
  }

  /** Returns a matching sandbox that still lives, if there is one. It then belongs to the caller. */
  async take(sight: Wanted): Promise<PreparedBox | undefined> {
    const text = JSON.stringify(sight);
    for (;;) {
      const kept = this.#kept.find((one) => one.sight === text);
      if (!kept) return undefined;
      this.#release(kept);
      const spare = await kept.spare;
      if (spare && (await isGood(spare, sight))) return spare.box;
      this.#end(kept);
    }
  }

  /** Prepares missing sandboxes for calls with the same view, in the background. */
  refill(sight: Wanted): void {
    if (this.#isClosed) return;
    const text = JSON.stringify(sight);
    const alike = this.#kept.filter((one) => one.sight === text).length;
    for (let count = alike; count < this.#stock.alike; count += 1) {
      const kept: Kept = {
        sight: text,
        spare: this.#fill(sight).catch(() => undefined),
        timer: setTimeout(() => this.#end(kept), this.#idleMs),
      };
      this.#kept.push(kept);
    }
    for (const old of this.#kept.slice(0, -this.#stock.most)) this.#end(old);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const kept of this.#kept) this.#end(kept);
    await Promise.all(this.#leaving);
  }

  async #fill(sight: Wanted): Promise<Spare | undefined> {
    const folders = await foldersOf(sight);
    if (folders === undefined) return undefined;
    const box = await this.#prepare(sight);
    // The next call meets the same error and reports it.
    return 'error' in box ? undefined : { folders, box };
  }

  #release(kept: Kept): void {
    clearTimeout(kept.timer);
    this.#kept = this.#kept.filter((one) => one !== kept);
  }

  #end(kept: Kept): void {
    this.#release(kept);
    const leaving = kept.spare
      .then((spare) => spare?.box.remove())
      .catch(() => undefined)
      .finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }
}

async function isGood({ box, folders }: Spare, sight: Sight): Promise<boolean> {
  const [now, own] = await Promise.all([foldersOf(sight), folderIdentity(box.temp.path)]);
  return !box.hasEnded() && now === folders && own !== undefined;
}

async function foldersOf({ files, allowed, directory }: Sight): Promise<string | undefined> {
  const found = await Promise.all([files, ...allowed, directory].map(folderIdentity));
  return found.includes(undefined) ? undefined : found.join(' ');
}

/** Prepares a sandbox for a program, as far as possible before the call is known. */
export async function prepareBox(
  sight: Sight,
  { bwrap = '', command, flags, prlimit }: Shell,
): Promise<PreparedBox | { error: string }> {
  const opened = await openedBy(sight);
  if (!opened) return { error: 'A folder that the script may write in is another one now' };
  const started = await start(async (temp) => {
    const own = await temp.makeDirectory(OWN);
    const shown: [string, string][] = [[own, places.script], ...(await guards())];
    const view = { sight, passwd: await temp.write('passwd', passwd), shown, prlimit };
    return { command: bwrap, args: box(view, WAIT), cwd: '/', env: environment({}, places) };
  });
  if ('error' in started) return started;
  return {
    ...started,
    async begin(job) {
      const name = scriptName(job.file);
      const program = [command, ...flags, `${places.script}/${name}`];
      const text = beginning(environment(job.environment, places), program);
      await started.temp.write(`${OWN}/${name}`, job.script);
      await started.temp.write(`${OWN}/${BEGIN}`, onlyThese(opened) + text);
      started.child.write('\n');
    },
  };
}

/**
 * Returns what the shell reads before it becomes the program. Values are in a file, because arguments are visible
 * in the machine's list of processes.
 */
function beginning(variables: Record<string, string>, program: string[]): string {
  const rows = Object.entries(variables).map(([name, value]) => {
    if (!IDENTIFIER.test(name)) throw new Error(`"${name}" cannot name a variable`);
    return `export ${name}=${quote(value)}\n`;
  });
  return `${rows.join('')}exec ${program.map(quote).join(' ')}\n`;
}
