import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import type { Registry } from '../../../shared/registry/registry.ts';
import type { Declarers } from '../../../shared/tool/declared.ts';
import { personHome } from '../../platform/process/own-process.ts';
import { findPrograms } from '../../platform/process/programs.ts';
import type { Settings } from '../../store/settings.ts';
import type { RunnerUnit, Source } from '../unit.ts';
import { readUnit } from '../workspace/read-unit.ts';
import { Discovery, type ListedModule } from './discovery.ts';
import { search } from './search.ts';

const NO_DENO =
  'Modules run in a sandbox of Deno, which was not found; run "npm install" in the Lathe folder to install it';

interface Given {
  workspace: string;
  declarers: Declarers;
  /** Returns what tools may depend on besides their own files, as it is now. */
  surroundings?: (() => Promise<object>) | undefined;
  settings: Settings;
  registry: Registry<RunnerUnit>;
  engine: () => Engine;
  /** Called with the ids of modules that appeared, disappeared, changed or became ready. */
  changed(ids: string[]): void;
}

/**
 * The source of external modules, which searches the locations of the settings. Relative paths start at the
 * workspace, not at its files, where tools write: so no tool can put a module into a searched location.
 */
export class External implements Source {
  readonly discovery: Discovery;
  #given: Given;
  #stamp: string | undefined;
  #changes = 0;

  constructor(given: Given) {
    this.#given = given;
    const { deno } = findPrograms();
    this.discovery = new Discovery({
      settings: () => given.settings.current.modules,
      places: { cwd: given.workspace, home: personHome() },
      find: async (asked) =>
        deno === undefined ? { ok: false, reason: NO_DENO } : search(deno, asked),
      declarers: given.declarers,
      surroundings: given.surroundings,
      changed: (ids) => {
        this.#changes += 1;
        given.changed(ids);
      },
    });
    void this.discovery.look();
  }

  async fresh({ ids }: { ids?: readonly string[] } = {}): Promise<void> {
    const { registry, settings, engine } = this.#given;
    for (const id of ids ?? []) await this.discovery.folder(id);
    await this.discovery.reloadOutdated();
    const stamp = `${registry.revision} ${settings.revision} ${this.#changes}`;
    if (stamp === this.#stamp) return;
    const listed = await this.list();
    registry.replace(
      'external',
      listed.flatMap((one, rank) => unitOf(one, rank, engine) ?? []),
    );
    this.#stamp = `${registry.revision} ${settings.revision} ${this.#changes}`;
  }

  /** Returns all external modules, including those that provide no tools. */
  async list(): Promise<ListedModule[]> {
    const { registry, settings } = this.#given;
    // Built-in tools, on or off, and tools of the workspace that are on keep their names.
    const names = registry
      .getAll()
      .filter(({ unit, tool }) =>
        unit.source === 'builtin' ? true : unit.source === 'authored' && registry.isOn(unit, tool),
      )
      .map(({ tool }) => tool.name);
    return this.discovery.list(names, (id) => !settings.isEnabled(id));
  }
}

function unitOf(
  { at, folder, read, problems, taken }: ListedModule,
  rank: number,
  engine: () => Engine,
): RunnerUnit | undefined {
  if (!folder || !read) return undefined;
  const unit = readUnit(
    folder,
    read,
    problems.filter(({ code }) => code === 'name-taken'),
    engine,
  );
  return {
    ...unit,
    source: 'external',
    rank,
    taken,
    facts: { ...unit.facts, external: { path: at.path, place: at.place, level: at.level } },
  };
}
