import { builtinId } from '../../shared/protocol/ids/builtin-id.ts';
import { externalId } from '../../shared/protocol/ids/external-id.ts';
import type { ToolSummary } from '../../shared/protocol/tools.ts';
import type { Registry } from '../../shared/registry/registry.ts';
import type { Registered } from '../../shared/registry/registry-view.ts';
import type { Tool } from '../../shared/registry/tool.ts';
import type { Settings } from '../store/settings.ts';
import type { Absent } from './absent.ts';
import type { Remote } from './remote/remote.ts';
import type { Builtins } from './builtin/builtins.ts';
import type { External } from './external/external.ts';
import { summaryOf, type RunnerUnit } from './unit.ts';
import { unknownTools } from './unknown-tools.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Returns whether a tool of a unit is on: by the user's settings, otherwise by its author. */
export const isOn =
  (settings: Settings) =>
  ({ id, switchedAs }: RunnerUnit, tool: Tool): boolean =>
    settings.isEnabled(id, switchedAs) && settings.isToolEnabled(tool);

/** All sources of tools, and the registry that they fill. */
export class Sources {
  readonly registry: Registry<RunnerUnit>;
  readonly workspace: Workspace;
  readonly external: External;
  #remote: Remote | undefined;
  #builtins: Builtins;
  #settings: Settings;
  #absent: Absent;
  #seen = 0;

  constructor(given: {
    registry: Registry<RunnerUnit>;
    workspace: Workspace;
    builtins: Builtins;
    external: External;
    remote?: Remote | undefined;
    settings: Settings;
    absent: Absent;
  }) {
    this.registry = given.registry;
    this.workspace = given.workspace;
    this.external = given.external;
    this.#remote = given.remote;
    this.#builtins = given.builtins;
    this.#settings = given.settings;
    this.#absent = given.absent;
  }

  /** Updates the registry for a list. Modules that take longer than `patienceMs` follow later. */
  async fresh(patienceMs?: number): Promise<void> {
    await this.#refresh({ patienceMs, isList: true });
  }

  /** Updates the registry with the changes that the watcher reported. */
  follow(): Promise<void> {
    return this.#refresh({});
  }

  /**
   * Returns the tool with this name as it is now, if models are offered it. The cost does not depend on the number
   * of other tools.
   */
  async offered(name: string): Promise<Registered<RunnerUnit> | undefined> {
    await this.#builtins.fresh();
    this.#heed();
    // No tool can take the name of a built-in one, and only the settings turn it off.
    const own = this.registry.get(name);
    if (own?.unit.source === 'builtin' && own.tool.language === undefined) return own;
    // Folders that are being read must not delay other tools.
    await this.workspace.fresh({ patienceMs: 0 });
    await this.#others();
    if (!this.registry.get(name)) await this.follow();
    const found = this.registry.get(name);
    if (!found) return undefined;
    // Built-in tools were checked above.
    if (found.unit.source === 'builtin') return found;
    await this.unit(found.unit.id);
    return this.registry.get(name);
  }

  async #refresh(asked: Parameters<Workspace['fresh']>[0]): Promise<void> {
    await Promise.all([this.#builtins.fresh(), this.workspace.fresh(asked)]);
    await this.#others();
  }

  /** Updates the sources that depend on built-in tools and the workspace. */
  async #others(): Promise<void> {
    this.#heed();
    await this.external.fresh();
    await this.#remote?.fresh();
    await this.#lookAround();
  }

  /** Updates only the built-in tools. */
  async freshBuiltins(): Promise<void> {
    await this.#builtins.fresh();
  }

  /** Returns a unit as it is now, whatever the registry had before. */
  async unit(id: string): Promise<RunnerUnit | undefined> {
    if (builtinId.nameIn(id) !== undefined) await this.#builtins.fresh();
    else if (id.startsWith('mcp:')) await this.#remote?.fresh();
    else if (externalId.nameIn(id) === undefined) await this.workspace.fresh({ ids: [id] });
    else {
      await this.#refresh({});
      await this.external.fresh({ ids: [id] });
    }
    this.#heed();
    await this.#lookAround();
    return this.registry.unit(id);
  }

  isEnabled({ id, switchedAs }: RunnerUnit): boolean {
    return this.#settings.isEnabled(id, switchedAs);
  }

  /** Returns a unit as lists show it, with the requested tools. */
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

  /** Recomputes the lists if the settings changed. */
  #heed(): void {
    if (this.#seen === this.#settings.revision) return;
    this.#seen = this.#settings.revision;
    this.registry.touch();
  }
}
