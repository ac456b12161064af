import { builtinId } from '../../shared/protocol/ids/builtin-id.ts';
import { foundId } from '../../shared/protocol/ids/found-id.ts';
import type { ToolSummary } from '../../shared/protocol/tools.ts';
import type { Registry } from '../../shared/registry/registry.ts';
import type { Registered } from '../../shared/registry/registry-view.ts';
import type { Tool } from '../../shared/registry/tool.ts';
import type { Settings } from '../store/settings.ts';
import type { Absent } from './absent.ts';
import type { Remote } from './remote/remote.ts';
import type { Builtins } from './builtin/builtins.ts';
import type { Found } from './found/found.ts';
import { summaryOf, type RunnerUnit } from './unit.ts';
import { unknownTools } from './unknown-tools.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Whether a tool of a unit is on: as the person said, else as its author did. */
export const isOn =
  (settings: Settings) =>
  ({ id, switchedAs }: RunnerUnit, tool: Tool): boolean =>
    settings.isEnabled(id, switchedAs) && settings.isToolEnabled(tool);

/** Where tools come from, and the registry that holds them all. */
export class Sources {
  readonly registry: Registry<RunnerUnit>;
  readonly workspace: Workspace;
  readonly found: Found;
  #remote: Remote | undefined;
  #builtins: Builtins;
  #settings: Settings;
  #absent: Absent;
  #seen = 0;

  constructor(given: {
    registry: Registry<RunnerUnit>;
    workspace: Workspace;
    builtins: Builtins;
    found: Found;
    remote?: Remote | undefined;
    settings: Settings;
    absent: Absent;
  }) {
    this.registry = given.registry;
    this.workspace = given.workspace;
    this.found = given.found;
    this.#remote = given.remote;
    this.#builtins = given.builtins;
    this.#settings = given.settings;
    this.#absent = given.absent;
  }

  /** Brings the registry up to date for a list. Modules that take longer than `patienceMs` are told of later. */
  async fresh(patienceMs?: number): Promise<void> {
    await this.#refresh({ patienceMs, isList: true });
  }

  /** Brings the registry up to date with what the watch has told. */
  follow(): Promise<void> {
    return this.#refresh({});
  }

  /**
   * The tool that a model is told of by this name, as it is now. It costs the same whichever other tools
   * there are.
   */
  async offered(name: string): Promise<Registered<RunnerUnit> | undefined> {
    await this.#builtins.fresh();
    this.#heed();
    // Nothing takes a name of what Lathe brings along, and nothing but the settings switches it off.
    const own = this.registry.get(name);
    if (own?.unit.source === 'builtin' && own.tool.language === undefined) return own;
    // What is being read just now holds up nobody who wants something else.
    await this.workspace.fresh({ patienceMs: 0 });
    await this.#others();
    if (!this.registry.get(name)) await this.follow();
    const found = this.registry.get(name);
    if (!found) return undefined;
    // What Lathe brings along was looked at just now.
    if (found.unit.source === 'builtin') return found;
    await this.unit(found.unit.id);
    return this.registry.get(name);
  }

  async #refresh(asked: Parameters<Workspace['fresh']>[0]): Promise<void> {
    await Promise.all([this.#builtins.fresh(), this.workspace.fresh(asked)]);
    await this.#others();
  }

  /** What follows once built-in tools and the workspace's are as they are now. */
  async #others(): Promise<void> {
    this.#heed();
    await this.found.fresh();
    await this.#remote?.fresh();
    await this.#lookAround();
  }

  /** Only the tools that Lathe brings along, for whoever wants none else. */
  async freshBuiltins(): Promise<void> {
    await this.#builtins.fresh();
  }

  /** One unit as it is now, whatever the registry knew of it. */
  async unit(id: string): Promise<RunnerUnit | undefined> {
    if (builtinId.nameIn(id) !== undefined) await this.#builtins.fresh();
    else if (id.startsWith('mcp:')) await this.#remote?.fresh();
    else if (foundId.nameIn(id) === undefined) await this.workspace.fresh({ ids: [id] });
    else {
      await this.#refresh({});
      await this.found.fresh({ ids: [id] });
    }
    this.#heed();
    await this.#lookAround();
    return this.registry.unit(id);
  }

  isEnabled({ id, switchedAs }: RunnerUnit): boolean {
    return this.#settings.isEnabled(id, switchedAs);
  }

  /** The unit as lists show it, with the tools that are asked for. */
  summary(unit: RunnerUnit, shown?: readonly Tool[]): ToolSummary {
    const off = (shown ?? unit.tools).filter((tool) => this.#settings.isOffByAuthor(tool));
    const summary = {
      ...summaryOf(unit, this.isEnabled(unit), shown),
      ...(off.length === 0 ? {} : { offByAuthor: off.map(({ name }) => name) }),
    };
    const beside = [
      ...this.workspace.problemsBeside(unit),
      ...this.#absent.problemsOf(unit),
      ...unknownTools(unit, this.registry),
    ];
    return beside.length === 0
      ? summary
      : { ...summary, problems: [...summary.problems, ...beside] };
  }

  async #lookAround(): Promise<void> {
    if (await this.#absent.look(this.registry.units())) this.registry.touch();
  }

  /** Other settings may have switched other tools on. */
  #heed(): void {
    if (this.#seen === this.#settings.revision) return;
    this.#seen = this.#settings.revision;
    this.registry.touch();
  }
}
