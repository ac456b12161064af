import { readFolder } from '../../../shared/formats/read-folder.ts';
import type { FolderRead } from '../../../shared/formats/read-unchecked.ts';
import { freshen } from '../../../shared/formats/script-module/freshen.ts';
import { isToldTheSame } from '../../../shared/formats/script-module/told-context.ts';
import type { ToldContext } from '../../../shared/formats/script-module/told-context.ts';
import { mainModule } from '../../../shared/formats/script-module/module-files.ts';
import { externalId } from '../../../shared/protocol/ids/external-id.ts';
import type { ModuleLocation } from '../../../shared/protocol/modules/external-modules.ts';
import type { ModuleSettings } from '../../../shared/protocol/settings.ts';
import type { Declarers } from '../../../shared/tool/declared.ts';
import { fileProblem } from '../../../shared/tool/problem/problem.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { sha256 } from '../../platform/sha256.ts';
import { Turns } from '../../../shared/tool/run/turns.ts';
import { folderEtag } from '../../store/tools/folder-etag.ts';
import type { StoredFolder } from '../../store/tools/tool-store.ts';
import { loadDiscovered, refusal, type NotLoaded } from './load-discovered.ts';
import { search } from './search.ts';
import type { Asked, Collected } from './search.ts';

/** An external module and the outcome of loading it. */
export interface ListedModule {
  id: string;
  at: ModuleLocation;
  loading: boolean;
  /** Undefined if the file is not a module or is not loaded yet. */
  folder?: StoredFolder;
  /** Contains only the tools whose names are not taken. */
  read?: FolderRead;
  /** Why some or all of its tools are missing. */
  problems: Problem[];
  /** Names of its tools that others have. */
  taken: string[];
}

interface Kept {
  id: string;
  at: ModuleLocation;
  etag: string;
  folder?: StoredFolder;
  read?: FolderRead;
  refused?: NotLoaded;
  /** The surroundings that its tools were declared with, if they depend on them. */
  told?: ToldContext | undefined;
  loading?: Promise<void> | undefined;
}

interface Given {
  settings(): ModuleSettings;
  /** The folder where relative paths start, and the user's home. */
  places: Pick<Asked, 'cwd' | 'home'>;
  find(asked: Asked): ReturnType<typeof search>;
  declarers: Declarers;
  /** Returns what tools may depend on besides their own files, as it is now. */
  surroundings?: (() => Promise<object>) | undefined;
  /** Called with the ids of modules that appeared, disappeared, changed or became ready. */
  changed(ids: string[]): void;
}

/** How many modules load at the same time. */
const WIDTH = 2;

/** The external modules as of the last search. */
export class Discovery {
  #given: Given;
  #kept = new Map<string, Kept>();
  #problem: string | undefined;
  #looking: Promise<void> | undefined;
  #lookedAt = -Infinity;
  #turns = new Turns({ width: WIDTH });

  constructor(given: Given) {
    this.#given = given;
  }

  /** Why the search failed. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Searches again unless the last search is at most `ageMs` old. Does not wait for modules to load. */
  async look(ageMs = 0): Promise<void> {
    if (performance.now() - this.#lookedAt < ageMs && !this.#looking) return;
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    await this.#looking;
  }

  /** Waits until all modules have loaded, at most `longestMs`. */
  async settled(longestMs: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((settle) => (timer = setTimeout(settle, longestMs)));
    await Promise.race([late, Promise.all([...this.#kept.values()].map(({ loading }) => loading))]);
    clearTimeout(timer);
  }

  /** Returns the folder of one module as it is on the disk now. */
  async folder(id: string): Promise<StoredFolder | undefined> {
    await this.look(1000);
    const kept = [...this.#kept.values()].find((one) => one.id === id);
    await kept?.loading;
    return kept?.folder;
  }

  /** Loads a module again even if its files did not change. */
  async reload(id: string): Promise<void> {
    for (const kept of this.#kept.values()) if (kept.id === id) kept.etag = '';
    await this.look();
  }

  /** Loads the modules again whose surroundings changed since their tools were declared. */
  async reloadOutdated(): Promise<void> {
    const depending = [...this.#kept.values()].filter(({ told }) => told);
    const now = depending.length > 0 ? { ...(await this.#given.surroundings?.()) } : {};
    const loading = depending.flatMap((kept) => {
      if (!kept.told || isToldTheSame(kept.told, now)) return [];
      kept.told = undefined;
      return this.#begin(kept) ?? [];
    });
    await Promise.all(loading);
  }

  /** Lists all modules. Names in `taken` are not available; modules that are off do not take names. */
  async list(
    taken: readonly string[],
    isOff: (id: string) => boolean = () => false,
  ): Promise<ListedModule[]> {
    const all = [...this.#kept.values()];
    const { errors } = await loadDiscovered(
      all.filter(({ id }) => !isOff(id)).map(({ at }) => at),
      taken,
      async (path) => ({
        tools: this.#kept.get(path)?.read?.toolset.tools.map((one) => one.definition) ?? [],
        errors: [],
      }),
    );
    return all.map(({ id, at, folder, read, refused, loading }) => {
      const gone = errors.filter(({ path }) => path === at.path);
      const names = gone.flatMap((one) => one.taken ?? []);
      const broken = (read?.problems ?? []).filter(({ severity }) => severity === 'error');
      const others = gone.map(({ error: message, taken: name = '' }) =>
        problem(at, { code: 'name-taken', message, values: { name } }),
      );
      return {
        ...{ id, at, loading: loading !== undefined, taken: names },
        problems: refused ? [problem(at, refused)] : [...broken, ...others],
        ...(folder && read ? { folder, read: without(read, names) } : {}),
      };
    });
  }

  async #look(): Promise<void> {
    const { settings, places, find, changed } = this.#given;
    const { otherPrograms, paths: configured } = settings();
    const isAsked = otherPrograms || configured.length > 0;
    const answer = isAsked
      ? await find({ ...places, otherPrograms, configured })
      : { ok: true as const, found: [] };
    this.#lookedAt = performance.now();
    this.#problem = answer.ok ? undefined : answer.reason;
    if (!answer.ok) return;
    const before = this.#kept;
    const now = await Promise.all(answer.found.map((one) => this.#keep(one)));
    this.#kept = new Map(now.map((kept) => [kept.at.path, kept]));
    const ids = [
      ...now.filter((kept) => before.get(kept.at.path) !== kept),
      ...[...before.values()].filter(({ at }) => !this.#kept.has(at.path)),
    ].map(({ id }) => id);
    if (ids.length > 0) changed(ids);
    // The settings changed in the meantime.
    if (JSON.stringify(settings()) !== JSON.stringify({ otherPrograms, paths: configured }))
      await this.#look();
  }

  /** Returns the entry of an unchanged module; starts to load any other. */
  async #keep({ name, files, unreadable, ...at }: Collected): Promise<Kept> {
    const id = externalId.of(name || 'module', sha256(at.path).slice(0, 8));
    const etag = files ? folderEtag(files) : '';
    const refused = refusal(at.path) ?? unloadable(at, id, files, unreadable);
    const before = this.#kept.get(at.path);
    if (before?.etag === etag && before.refused?.message === refused?.message) return before;
    const kept: Kept = { id, at, etag, ...(refused === undefined ? {} : { refused }) };
    if (refused !== undefined || !files) return kept;
    kept.folder = { id, etag, modifiedAt: 0, files: Object.freeze(files), problems: [] };
    this.#begin(kept);
    return kept;
  }

  /** Starts to load a module, for the first time or again. */
  #begin(kept: Kept): Promise<void> | undefined {
    const own = kept.folder?.files;
    if (!own) return undefined;
    kept.loading = this.#turns
      .run(() => this.#load(kept, own))
      .catch((thrown: unknown) => {
        const reason = thrown instanceof Error ? thrown.message : String(thrown);
        kept.refused = {
          code: 'unreadable-module',
          message: `"${kept.at.path}" cannot be read: ${reason}`,
          values: { reason },
        };
      })
      .finally(() => {
        kept.loading = undefined;
        this.#given.changed([kept.id]);
      });
    return kept.loading;
  }

  async #load(kept: Kept, own: Folder): Promise<void> {
    const { id, etag } = kept;
    const { declarers, surroundings } = this.#given;
    const { files, problems, told } = await freshen(id, own, declarers, undefined, surroundings);
    kept.told = told;
    kept.folder = { id, etag, modifiedAt: 0, files: Object.freeze(files), problems: [] };
    const read = readFolder(id, files);
    kept.read = { ...read, problems: [...problems, ...read.problems] };
    // The next search tries again.
    if (problems.length > 0) kept.etag = '';
  }
}

function unloadable(
  { path }: ModuleLocation,
  id: string,
  files: Folder | undefined,
  unreadable: string | undefined,
): Kept['refused'] {
  if (unreadable !== undefined) {
    const message = `"${path}" cannot be read: ${unreadable}`;
    return { code: 'unreadable-module', message, values: { reason: unreadable } };
  }
  if (!files) return { code: 'nothing-there', message: `There is no file or folder "${path}"` };
  if (mainModule(id, files)) return undefined;
  return { code: 'no-module', message: 'It is not a TypeScript or JavaScript module' };
}

const problem = ({ path }: ModuleLocation, { code, message, values }: NotLoaded): Problem =>
  fileProblem('error', code, path.slice(path.lastIndexOf('/') + 1), message, { path, ...values });

const without = (read: FolderRead, names: readonly string[]): FolderRead => ({
  ...read,
  toolset: {
    ...read.toolset,
    tools: read.toolset.tools.filter(({ definition }) => !names.includes(definition.name)),
  },
});
