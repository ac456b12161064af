import { freshen } from '../../../shared/formats/script-module/freshen.ts';
import { mainModule } from '../../../shared/formats/script-module/module-files.ts';
import { isToldTheSame } from '../../../shared/formats/script-module/told-context.ts';
import type { ToldContext } from '../../../shared/formats/script-module/told-context.ts';
import { ignoredBy } from '../../../shared/formats/script-module/sync-ignore.ts';
import type { Declarers } from '../../../shared/tool/declared.ts';
import { fileProblem } from '../../../shared/tool/problem/problem.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { keepAside } from '../set-aside.ts';
import { paced } from '../../platform/process/paced.ts';
import type { StoredFolder } from './tool-store.ts';

/** A folder whose cache matches its script, and the problems that prevented a match. */
export interface LoadedFolder {
  folder: StoredFolder;
  problems: Problem[];
  /** Why the folder is not loaded at all. */
  ignored?: Problem;
}

interface Given {
  disk: Disk;
  workspace: string;
  declarers: Declarers;
  /** Returns what tools may depend on besides their own files, as it is now. */
  surroundings?: (() => Promise<object>) | undefined;
  /** Called for each script that is read. */
  log(line: string): void;
  /** After this signal, no more scripts are read. */
  closing?: AbortSignal;
}

/** How many interpreters read at the same time. */
const WIDTH = 2;

/**
 * Smart load: a module's tools come from the cache beside its script, which is renewed only if the script
 * changed. Source: seed 000, `scanAllCustomScriptsWithSmartLoad`.
 */
export class ScriptModules {
  #given: Given;
  /** By folder object; each state of a folder on disk is another object. */
  #loaded = new WeakMap<StoredFolder, Promise<LoadedFolder>>();
  /** By folder: the surroundings that its tools were declared with, if they depend on them. */
  #told = new Map<string, ToldContext>();
  #outdated = new Set<string>();
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor(given: Given) {
    this.#given = given;
  }

  async load(folder: StoredFolder): Promise<LoadedFolder> {
    return this.#load(folder, await this.#syncIgnore());
  }

  /** Returns the folders whose surroundings changed; their next load reads them again. */
  async outdated(): Promise<string[]> {
    const { surroundings } = this.#given;
    if (this.#told.size === 0 || !surroundings) return [];
    const now = { ...(await surroundings()) };
    for (const [id, told] of this.#told) if (!isToldTheSame(told, now)) this.#outdated.add(id);
    for (const id of this.#outdated) this.#told.delete(id);
    return [...this.#outdated];
  }

  async #syncIgnore(): Promise<string | undefined> {
    const bytes = await this.#given.disk.read(`${this.#given.workspace}/.syncignore`);
    return bytes && new TextDecoder().decode(bytes);
  }

  async #load(folder: StoredFolder, ignore: string | undefined): Promise<LoadedFolder> {
    const module = isPlain(folder) ? undefined : mainModule(folder.id, folder.files);
    if (!module) return { folder, problems: [] };
    const paths = folder.isFlat
      ? [module.script]
      : [module.script, `${folder.id}/${module.script}`];
    const ignored = ignoredBy(ignore, '.syncignore', [
      ...paths,
      folder.isFlat ? `tools/${module.script}` : `tools/${folder.id}/${module.script}`,
    ]);
    if (ignored) return { folder, problems: [], ignored };
    const isOutdated = this.#outdated.delete(folder.id);
    const known = isOutdated ? undefined : this.#loaded.get(folder);
    if (known) return known;
    const work = this.#freshen(folder, isOutdated ? this.#given.surroundings : undefined);
    this.#loaded.set(folder, work);
    // A failed read is repeated, since the host may be available by then.
    const { problems } = await work;
    if (problems.length > 0) this.#loaded.delete(folder);
    return work;
  }

  async #freshen(
    folder: StoredFolder,
    surroundings?: () => Promise<object>,
  ): Promise<LoadedFolder> {
    const { disk, workspace, declarers, log } = this.#given;
    const module = mainModule(folder.id, folder.files);
    const times = folder.times ?? {};
    const script = times[module?.script ?? ''];
    const limited = new Map(
      [...declarers].map(([id, declare]) => [
        id,
        (asked: Parameters<typeof declare>[0]) =>
          this.#inTurn(async () => {
            const started = performance.now();
            const declared = await declare(asked);
            const took = Math.round(performance.now() - started);
            log(`modules: read "${folder.id}/${asked.file}" in ${took} ms`);
            return declared;
          }),
      ]),
    );
    try {
      const known =
        script === undefined ? undefined : { script, cache: times[module?.cache ?? ''] ?? 0 };
      const done = await paced(() =>
        freshen(folder.id, folder.files, limited, known, surroundings),
      );
      if (done.told) this.#told.set(folder.id, done.told);
      else this.#told.delete(folder.id);
      if (done.read) {
        const { cache } = done.read.module;
        const path = folder.isFlat ? `${workspace}/tools` : `${workspace}/tools/${folder.id}`;
        // If the script was deleted, its cache would create a folder without a script.
        if (await disk.look(`${path}/${done.read.module.script}`)) {
          if (done.read.isReplaced)
            await keepAside(disk, `${path}/${cache}`, `${workspace}/.lathe/${folder.id}.${cache}`);
          await disk.write(`${path}/${cache}`, done.read.text);
        }
      }
      return { folder: { ...folder, files: done.files }, problems: done.problems };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(`modules: "${folder.id}": ${reason}`);
      return { folder, problems: [unwritten(module?.cache ?? '', reason)] };
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    // During shutdown no read starts, because each one would delay it.
    const isClosing = () => this.#given.closing?.aborted === true;
    while (this.#running >= WIDTH || isClosing())
      await new Promise<void>((turn) => this.#waiting.push(turn));
    this.#running += 1;
    try {
      // A reader in this process leaves the event loop no other turn, and the runner may have started to shut
      // down.
      return await paced(() => (isClosing() ? new Promise<never>(() => undefined) : work()));
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

/** Whether it is a three-layer folder, whatever scripts it contains. */
export const isPlain = ({ files }: StoredFolder) => Object.hasOwn(files, 'definition.json');

const unwritten = (file: string, reason: string): Problem =>
  fileProblem('warning', 'cache-unwritten', file, `"${file}" could not be written: ${reason}`, {
    file,
    reason,
  });
