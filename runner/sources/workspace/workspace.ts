import { inWorkspace } from '../../../shared/protocol/ids/in-workspace.ts';
import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import type { Registry } from '../../../shared/registry/registry.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import type { Disk } from '../../platform/disk.ts';
import { isLight } from '../../aside/weigh.ts';
import { paced } from '../../platform/paced.ts';
import { isOfFlat } from '../../store/flat-tools.ts';
import { isPlain, type LoadedFolder, type ScriptModules } from '../../store/script-modules.ts';
import type { StoredFolder, ToolStore } from '../../store/tool-store.ts';
import type { Asked, RunnerUnit, Source } from '../unit.ts';
import { pendingUnit, sameGroup, unitOf, unreadUnit } from './read-unit.ts';

interface Given {
  disk: Disk;
  /** The workspace's folder. */
  workspace: string;
  store: ToolStore;
  modules: ScriptModules;
  registry: Registry<RunnerUnit>;
  engine: () => Engine;
  /** Hears of modules that were ready later than somebody would wait for them, some at a time. */
  late(ids: string[]): void;
}

/** How long a list waits for modules that have to be read, where nobody says otherwise. */
const PATIENCE_MS = 10_000;
const TOLD_TOGETHER_MS = 150;
/** A folder's time says no more than this: two changes so close together may bear the same one. */
const TICK_MS = 50;
/** What could not be read, such as for a missing host, is tried again after so long. */
const AGAIN_MS = 2_000;
/** Folders that a list looks at itself; of more it believes the watch. */
const MOST_LOOKED_AT = 500;
const READ_AT_ONCE = 64;

/**
 * The workspace's tool folders in the registry. A folder is read again when somebody marked it, as a watch
 * does, or when it is asked for by its id; what came and went is seen from the folder around them.
 */
export class Workspace implements Source {
  #given: Given;
  #stale = new Set<string>();
  #stamp: string | undefined;
  #ignore: string | undefined;
  #stored = new Map<string, StoredFolder>();
  #groups = new Map<string, Set<string>>();
  #loading = new Map<string, Promise<void>>();
  #failed = new Map<string, number>();
  /** Folders that are read once more though they are the same. */
  #again = new Set<string>();
  #late = new Set<string>();
  #told: string[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(given: Given) {
    this.#given = given;
  }

  /** Says that these folders may have changed. */
  mark(ids: Iterable<string>): void {
    // Units of other sources have ids that no folder can have.
    for (const id of ids) if (inWorkspace(id)) this.#stale.add(id);
    for (const id of ids)
      for (const { id: one, isFlat } of /\./.test(id) ? this.#stored.values() : [])
        if (isFlat && isOfFlat(one)(id)) this.#stale.add(one);
  }

  async fresh({ patienceMs = PATIENCE_MS, ids, isList = false }: Asked = {}): Promise<void> {
    this.mark(ids ?? []);
    // A watch says what changed a moment later; a list of a few hundred folders need not wait for it.
    if (isList && this.#stored.size <= MOST_LOOKED_AT) this.mark(this.#stored.keys());
    const now = performance.now();
    for (const [id, at] of this.#failed) if (now - at > AGAIN_MS) this.#stale.add(id);
    const work = this.#turn.then(() => this.#refresh());
    this.#turn = work.catch(() => undefined);
    await work;
    await this.#settled(ids ?? [...this.#loading.keys()], patienceMs);
    // What was read just now may be an agent that tools of others name.
    const outdated = await this.#given.modules.outdated();
    if (outdated.length === 0) return;
    this.mark(outdated);
    for (const id of outdated) this.#again.add(id);
    const more = this.#turn.then(() => this.#refresh());
    this.#turn = more.catch(() => undefined);
    await more;
    await this.#settled(outdated, patienceMs);
  }

  /** Other folders whose scripts make one group with a unit's. */
  twinsOf = ({ id, switchedAs = '' }: RunnerUnit): string[] =>
    [...(this.#groups.get(switchedAs) ?? [])].filter((other) => other !== id).sort();

  /** What is wrong with a unit because of others. */
  problemsBeside = (unit: RunnerUnit): Problem[] => sameGroup(unit, this.twinsOf(unit));

  async #refresh(): Promise<void> {
    const { disk, workspace } = this.#given;
    const ignoring = `${workspace}/.syncignore`;
    const [tools, ignore] = await Promise.all([
      disk.look(`${workspace}/tools`),
      disk.isThere(ignoring) ? disk.look(ignoring) : undefined,
    ]);
    if (this.#ignore !== ignore?.stamp) {
      this.mark(this.#stored.keys());
      for (const id of this.#stored.keys()) this.#again.add(id);
    }
    this.#ignore = ignore?.stamp;
    if (tools === undefined || tools.stamp !== this.#stamp) {
      const names = new Set(await this.#given.store.ids());
      for (const id of this.#stored.keys()) if (!names.has(id)) this.#stale.add(id);
      for (const id of names) if (!this.#stored.has(id)) this.#stale.add(id);
      const isSettled = tools !== undefined && Date.now() - tools.modifiedAt > TICK_MS;
      this.#stamp = isSettled ? tools.stamp : undefined;
    }
    const stale = [...this.#stale];
    this.#stale.clear();
    for (let at = 0; at < stale.length; at += READ_AT_ONCE)
      await Promise.all(
        stale.slice(at, at + READ_AT_ONCE).map((id) => this.#read(id).catch((e) => this.#fail(id, e))),
      );
  }

  async #read(id: string): Promise<void> {
    const folder = await this.#given.store.read(id);
    if (!folder) return this.#forget(id);
    const isAgain = this.#again.delete(id) || this.#failed.has(id);
    if (this.#stored.get(id) === folder && !isAgain) return;
    const isNew = !this.#stored.has(id);
    this.#stored.set(id, folder);
    this.#failed.delete(id);
    // Until a module was read, or what is read beside the loop, its old state stays; a new one has no tools.
    const isSoon = isLight([folder.files]);
    if (!isSoon && isNew) this.#register(pendingUnit(folder, this.#given.engine));
    if (isSoon && (isNew || isPlain(folder)))
      await paced(() => this.#put(folder, { folder, problems: [] }));
    if (isSoon && isPlain(folder)) return;
    const work = this.#given.modules.load(folder).then(async (loaded) => {
      if (this.#stored.get(id) !== folder) return;
      await this.#put(folder, loaded);
      if (loaded.problems.length > 0) this.#failed.set(id, performance.now());
    });
    const done = work.finally(() => {
      if (this.#loading.get(id) === done) this.#loading.delete(id);
      if (this.#late.delete(id)) this.#tellLate(id);
    });
    this.#loading.set(id, done);
  }

  /** What the disk does not give must hide nothing else; it is tried again. */
  #fail(id: string, error: unknown): void {
    this.#failed.set(id, performance.now());
    this.#given.registry.put(unreadUnit(id, error, this.#given.engine));
  }

  #forget(id: string): void {
    this.#stored.delete(id);
    this.#failed.delete(id);
    this.#regroup(id, undefined);
    this.#given.registry.remove(id);
  }

  /** Reads what `stored` came to be, unless another state of it was stored meanwhile. */
  async #put(stored: StoredFolder, loaded: LoadedFolder): Promise<void> {
    const unit = await unitOf(loaded, this.#given.engine);
    if (this.#stored.get(unit.id) === stored) this.#register(unit);
  }

  #register(unit: RunnerUnit): void {
    this.#regroup(unit.id, unit.switchedAs);
    this.#given.registry.put(unit);
  }

  #regroup(id: string, group: string | undefined): void {
    const before = this.#given.registry.unit(id)?.switchedAs;
    if (before !== undefined) {
      const ids = this.#groups.get(before);
      ids?.delete(id);
      if (ids?.size === 0) this.#groups.delete(before);
    }
    if (group === undefined) return;
    this.#groups.set(group, (this.#groups.get(group) ?? new Set()).add(id));
  }

  /** Waits for modules that are being read, and for no longer. */
  async #settled(ids: readonly string[], patienceMs: number): Promise<void> {
    const loading = ids.flatMap((id) => this.#loading.get(id) ?? []);
    if (loading.length === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<'late'>((settle) => {
      timer = setTimeout(() => settle('late'), patienceMs);
    });
    const soon = await Promise.race([Promise.allSettled(loading), late]);
    clearTimeout(timer);
    if (soon === 'late') for (const id of ids) if (this.#loading.has(id)) this.#late.add(id);
  }

  #tellLate(id: string): void {
    this.#told.push(id);
    if (this.#told.length > 1) return;
    setTimeout(() => this.#given.late([...new Set(this.#told.splice(0))]), TOLD_TOGETHER_MS);
  }
}
