import { inWorkspace } from '../../../shared/protocol/ids/in-workspace.ts';
import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import type { Registry } from '../../../shared/registry/registry.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { isLight } from '../../aside/weigh.ts';
import { paced } from '../../platform/process/paced.ts';
import { isOfFlat } from '../../store/tools/flat-tools.ts';
import { isPlain, type LoadedFolder, type ScriptModules } from '../../store/tools/script-modules.ts';
import type { StoredFolder, ToolStore } from '../../store/tools/tool-store.ts';
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
  /** Called with modules that became ready after a list stopped waiting, some at a time. */
  late(ids: string[]): void;
}

/** How long a list waits by default for modules to be read. */
const PATIENCE_MS = 10_000;
const TOLD_TOGETHER_MS = 150;
/** The resolution of a folder's time of change: two changes within it may have the same time. */
const TICK_MS = 50;
/** How long to wait before a failed read, such as for a missing host, is repeated. */
const AGAIN_MS = 2_000;
/** The limit of folders that a list checks itself; beyond that it relies on the watcher. */
const MOST_LOOKED_AT = 500;
const READ_AT_ONCE = 64;

/**
 * The source of the workspace's tool folders. A folder is read again when the watcher marks it or a caller asks for
 * it by id; new and deleted folders show in the parent folder.
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
  /** Folders to read again even if they did not change. */
  #again = new Set<string>();
  #late = new Set<string>();
  #told: string[] = [];
  #turn: Promise<void> = Promise.resolve();

  constructor(given: Given) {
    this.#given = given;
  }

  /** Marks folders that may have changed. */
  mark(ids: Iterable<string>): void {
    // Units of other sources have ids that no folder can have.
    for (const id of ids) if (inWorkspace(id)) this.#stale.add(id);
    for (const id of ids)
      for (const { id: one, isFlat } of /\./.test(id) ? this.#stored.values() : [])
        if (isFlat && isOfFlat(one)(id)) this.#stale.add(one);
  }

  async fresh({ patienceMs = PATIENCE_MS, ids, isList = false }: Asked = {}): Promise<void> {
    this.mark(ids ?? []);
    // The watcher reports a change a moment later; a list of a few hundred folders checks itself.
    if (isList && this.#stored.size <= MOST_LOOKED_AT) this.mark(this.#stored.keys());
    const now = performance.now();
    for (const [id, at] of this.#failed) if (now - at > AGAIN_MS) this.#stale.add(id);
    const work = this.#turn.then(() => this.#refresh());
    this.#turn = work.catch(() => undefined);
    await work;
    await this.#settled(ids ?? [...this.#loading.keys()], patienceMs);
    // A changed agent may be part of other tools' declarations.
    const outdated = await this.#given.modules.outdated();
    if (outdated.length === 0) return;
    this.mark(outdated);
    for (const id of outdated) this.#again.add(id);
    const more = this.#turn.then(() => this.#refresh());
    this.#turn = more.catch(() => undefined);
    await more;
    await this.#settled(outdated, patienceMs);
  }

  /** Returns the other folders whose scripts share a group with this unit. */
  twinsOf = ({ id, switchedAs = '' }: RunnerUnit): string[] =>
    [...(this.#groups.get(switchedAs) ?? [])].filter((other) => other !== id).sort();

  /** Returns the problems of a unit because of other units. */
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
    // The old state stays until a module or a large folder is read; a new one has no tools until then.
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

  /** Registers the reason of a failed read, which must not hide other folders; the read is repeated later. */
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

  /** Registers what `stored` became, unless a newer state was stored meanwhile. */
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

  /** Waits until modules are read, at most `patienceMs`. */
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
