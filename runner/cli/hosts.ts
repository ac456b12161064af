import type { ToolSettings } from '../../shared/protocol/settings.ts';
import type { Engine } from '../../shared/registry/authored/authored-plan.ts';
import type { Host } from '../../shared/tool/run/host.ts';
import { openHosts } from '../hosts/open-hosts.ts';
import { openPython } from '../hosts/open-python.ts';
import type { CliIo } from '../platform/cli-io.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { filesOf } from '../sources/builtin/open-place.ts';
import { engineOf, openSources } from '../sources/open-sources.ts';
import type { Sources } from '../sources/sources.ts';
import { declarersHere } from '../sources/workspace/declarers-here.ts';
import { Grants } from '../store/grants.ts';
import { Settings } from '../store/settings.ts';
import { ToolStore } from '../store/tools/tool-store.ts';
import { OpenServers } from './servers/open-servers.ts';
import type { Session } from './session.ts';

/** The registry and the settings of a workspace, which a runner may have open at the same time. */
export interface OpenRegistry {
  sources: Sources;
  settings: Settings;
  grants: Grants;
}

/** The options of the command. */
interface Named {
  workspace?: string | undefined;
  /** The working directory of calls. */
  cwd?: string | undefined;
  /** Whether to repeat all tests of Python's sandbox. */
  provesAnew?: boolean;
}

/** A workspace, a tool folder in it, and optionally a file of that folder. */
const around = /^(.*)\/tools\/([^/]+)(?:\/[^/]+)?$/;

/** The hosts of one command, opened at the first call that needs them; `await using` closes them. */
export class Hosts {
  #io: CliIo;
  #disk: Disk;
  #open = new Map<string, ReadonlyMap<string, Host>>();
  #settings = new Map<string, Promise<Settings>>();
  #named: Named;
  /** Called when the hosts of a workspace are opened. */
  opened: (workspace: string, hosts: ReadonlyMap<string, Host>) => void = () => undefined;
  readonly servers: OpenServers;
  /** What to close before the hosts. */
  readonly closing = [() => this.servers.close()];

  constructor({ io, disk }: { io: CliIo; disk: Disk }, named: Named = {}) {
    this.#io = io;
    this.#disk = disk;
    this.#named = named;
    this.servers = new OpenServers(io, disk);
  }

  /** Returns the hosts for the tool at `path`, whose shell works in the `files` folder of its workspace. */
  async of(path: string | undefined): Promise<ReadonlyMap<string, Host>> {
    const workspace = await this.workspaceOf(path);
    return this.in(workspace, await this.workingFolder(workspace));
  }

  /** Returns the hosts of a workspace that work in the folder `files`. */
  in(workspace: string, files: string): ReadonlyMap<string, Host> {
    const known = this.#open.get(workspace);
    if (known) return known;
    const python = openPython(workspace, { provesAnew: this.#named.provesAnew });
    const opened = openHosts(workspace, undefined, false, files, python);
    this.#open.set(workspace, opened);
    this.opened(workspace, opened);
    return opened;
  }

  /** Returns the engine and the settings of the workspace around a path. */
  async engine(
    path: string | undefined,
  ): Promise<{ engine: () => Engine; settings: ToolSettings }> {
    const workspace = await this.workspaceOf(path);
    const [settings, files] = await Promise.all([
      this.#settingsOf(workspace),
      this.workingFolder(workspace),
    ]);
    const engine = engineOf(workspace, this.in(workspace, files), () => settings.current, files);
    return { engine, settings: settings.current };
  }

  #settingsOf(workspace: string): Promise<Settings> {
    const opening = this.#settings.get(workspace) ?? Settings.open(this.#disk, workspace);
    this.#settings.set(workspace, opening);
    return opening;
  }

  /** Returns the workspace around a tool, its settings, and the tool's id in it, if it has one. */
  async placeOf(
    path: string,
  ): Promise<{ workspace: string; settings: Settings; id: string | undefined }> {
    const workspace = await this.workspaceOf(path);
    const settings = await this.#settingsOf(workspace);
    return { workspace, settings, id: around.exec(path)?.[2] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.closing.map((close) => close()));
    const hosts = [...this.#open.values()].flatMap((opened) => [...opened.values()]);
    await Promise.allSettled(hosts.map((host) => host.close()));
  }

  /** Returns the named workspace; otherwise the one around `path` or the working directory, or the configured one. */
  async workspaceOf(path: string | undefined): Promise<string> {
    if (this.#named.workspace !== undefined) return this.#io.path(this.#named.workspace);
    const found = path === undefined ? null : around.exec(path);
    if (found) return found[1] || '/';
    const here = this.#io.path('.');
    const { LATHE_WORKSPACE: configured = 'workspace' } = this.#io.env;
    const isHere = (await this.#disk.list(`${here}/tools`)) !== undefined;
    // Many projects have a folder "tools" that does not belong to Lathe.
    const isOurs = configured === 'workspace' || (await this.#isKept(here));
    return isHere && isOurs ? here : this.#io.path(configured);
  }

  /**
   * Returns where calls of a workspace work: its files folder. If the workspace is not named and has neither files
   * nor settings, it is not a workspace; then calls work in the current directory, and no folder is created.
   */
  async workingFolder(workspace: string): Promise<string> {
    const { env } = this.#io;
    const isNamed = [this.#named.workspace, env.LATHE_WORKSPACE].some(
      (name) => name !== undefined && this.#io.path(name) === workspace,
    );
    if (!isNamed && !(await this.#isKept(workspace))) return this.#io.path(this.#named.cwd ?? '.');
    const files = `${workspace}/files`;
    // A checkout holds no empty folder.
    return (await this.#disk.look(workspace)) ? filesOf(this.#disk, files) : files;
  }

  /** Whether a folder contains data of Lathe and so is a workspace. */
  async #isKept(folder: string): Promise<boolean> {
    const looked = ['files', '.lathe'].map((name) => this.#disk.look(`${folder}/${name}`));
    return (await Promise.all(looked)).some((found) => found !== undefined);
  }
}

/** Opens the same registry as the workspace's runner, for one command. */
export async function openRegistry(
  workspace: string,
  {
    session,
    hosts,
    changed,
  }: { session: Pick<Session, 'io' | 'disk'>; hosts: Hosts; changed?: () => void },
): Promise<OpenRegistry> {
  const { disk, io } = session;
  const [settings, grants] = await Promise.all([
    Settings.open(disk, workspace),
    Grants.open(disk, workspace),
  ]);
  if (grants.isDamaged) settings.askAlways();
  const store = new ToolStore(disk, workspace);
  const files = await hosts.workingFolder(workspace);
  const here = hosts.in(workspace, files);
  const servers = await hosts.servers.in(workspace);
  const { sources } = openSources({
    ...{ disk, workspace, files, store, settings, servers },
    ...{ hosts: here, declarers: declarersHere(here) },
    log: (line) => io.err(`lathe: ${line}\n`),
    changed: () => changed?.(),
  });
  return { sources, settings, grants };
}

/** How long a list waits for modules to be read, on a slow machine. */
const PATIENCE_MS = 120_000;

/** Waits until all units are read, because a command cannot report them later as the page does. */
export async function settled(sources: Sources): Promise<void> {
  await sources.external.discovery.look(1000);
  await sources.external.discovery.settled(PATIENCE_MS);
  await sources.fresh(PATIENCE_MS);
}
