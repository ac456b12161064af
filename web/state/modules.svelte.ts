import { contentHash } from '../../shared/formats/script-module/content-hash.ts';
import type { Freshened } from '../../shared/formats/script-module/freshen.ts';
import { mainModule } from '../../shared/formats/script-module/module-files.ts';
import type { ModuleFiles } from '../../shared/formats/script-module/module-files.ts';
import type { FileContent, Folder } from '../../shared/tool/folder.ts';
import type { Problem } from '../../shared/tool/problem/problem.ts';

/** How often a script is read again that could not be, and after how long. */
const RETRIES = 2;
const PAUSE_MS = 1000;

/** What was last read of a folder's script. */
interface Known {
  script: string;
  /** The cache that the folder had then; another one is the newer word. */
  base: FileContent | undefined;
  cache: string;
  hash: string;
}

/**
 * Script modules, read in the browser at every edit. The folder stays as its author left it: what was
 * read is laid over it, so that typing changes the schema and not the cache that lies on the disk.
 */
export class Modules {
  #readable: readonly string[];
  #reader: (name: string, files: Folder) => Promise<Freshened>;
  #known = $state.raw<Record<string, Known>>({});
  #unreadable = $state.raw<Record<string, Problem[]>>({});
  #wanted = $state.raw<{ id: string; files: Folder }>();
  /** The folder whose script is being read. */
  busy = $state<string>();

  /** `readable` are the languages that `reader` knows; the others are read by the runner alone. */
  constructor(
    readable: readonly string[],
    reader: (name: string, files: Folder) => Promise<Freshened>,
  ) {
    this.#readable = readable;
    this.#reader = reader;
  }

  /** The script that a folder is about; undefined for folders of other formats. */
  moduleOf(id: string, files: Folder): ModuleFiles | undefined {
    return Object.hasOwn(files, 'definition.json') ? undefined : mainModule(id, files);
  }

  /**
   * The folder with the newest that is known of its script. While an edit is being read, what was read
   * before stands for it, so that nothing flickers.
   */
  laidOver(id: string, files: Folder): Folder {
    const module = this.moduleOf(id, files);
    const source = module && files[module.script];
    const known = module && this.#knownOf(id, module, files);
    if (!known || typeof source !== 'string') return files;
    const cache = known.cache.replace(known.hash, contentHash(source));
    return { ...files, [module.cache]: cache };
  }

  /** Whether what is known of the folder is of an earlier state of its script. */
  isReading(id: string): boolean {
    return this.busy === id || this.#wanted?.id === id;
  }

  /** Why the script could not be read. */
  problems(id: string): Problem[] {
    return this.#unreadable[id] ?? [];
  }

  /** Reads the script where nothing that is known is about it. One at a time; the newest wins. */
  follow(id: string, files: Folder): void {
    const module = this.moduleOf(id, files);
    if (!module || !this.#readable.includes(module.language.id)) return;
    this.#wanted = { id, files };
    if (this.busy === undefined) void this.#work();
  }

  async #work(): Promise<void> {
    let tries = 0;
    for (let next = this.#wanted; next; next = this.#wanted) {
      this.#wanted = undefined;
      this.busy = next.id;
      await this.#read(next.id, next.files);
      tries = this.problems(next.id).length > 0 && !this.#wanted ? tries + 1 : 0;
      if (tries === 0 || tries > RETRIES) continue;
      // What reads it may have been starting, or have been ended; no key press has to wake it.
      await new Promise((settle) => setTimeout(settle, PAUSE_MS));
      this.#wanted ??= next;
    }
    this.busy = undefined;
  }

  async #read(id: string, files: Folder): Promise<void> {
    const module = this.moduleOf(id, files);
    const source = module && files[module.script];
    if (!module || typeof source !== 'string') return;
    const base = files[module.cache];
    const known = this.#knownOf(id, module, files);
    const before = known ? { ...files, [module.cache]: known.cache } : files;
    const { read, problems } = await this.#reader(id, before);
    if (problems.length > 0 || this.#unreadable[id]) {
      this.#unreadable = { ...this.#unreadable, [id]: problems };
    }
    if (!read) return;
    const { script } = module;
    const fresh = { script, base, cache: read.text, hash: contentHash(source) };
    this.#known = { ...this.#known, [id]: fresh };
  }

  #knownOf(id: string, { script, cache }: ModuleFiles, files: Folder): Known | undefined {
    const known = this.#known[id];
    return known?.script === script && known.base === files[cache] ? known : undefined;
  }
}
