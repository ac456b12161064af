import type { ToolSettings } from '../../shared/protocol/settings.ts';
import type { Engine } from '../../shared/registry/authored/authored-plan.ts';
import type { Host } from '../../shared/tool/run/host.ts';
import { openHosts } from '../hosts/open-hosts.ts';
import { openPython } from '../hosts/open-python.ts';
import type { CliIo } from '../platform/cli-io.ts';
import type { Disk } from '../platform/disk.ts';
import { engineOf, openSources } from '../sources/open-sources.ts';
import type { Sources } from '../sources/sources.ts';
import { declarersHere } from '../sources/workspace/declarers-here.ts';
import { Grants } from '../store/grants.ts';
import { Settings } from '../store/settings.ts';
import { ToolStore } from '../store/tool-store.ts';
import { OpenServers } from './servers/open-servers.ts';
import type { Session } from './session.ts';

/** The registry of a workspace, with what the person decided there. A runner may have it open, too. */
export interface OpenRegistry {
  sources: Sources;
  settings: Settings;
  grants: Grants;
}

/** What the person named on the command line. */
interface Named {
  workspace?: string | undefined;
  /** Where calls work. */
  cwd?: string | undefined;
  /** Tries everything that isolates Python, whatever was proven before. */
  provesAnew?: boolean;
}

/** A workspace, the folder of a tool in it, and maybe a file of that. */
const around = /^(.*)\/tools\/([^/]+)(?:\/[^/]+)?$/;

/** The hosts of one use of the command, opened when a call first needs them; `await using` closes them. */
export class Hosts {
  #io: CliIo;
  #disk: Disk;
  #open = new Map<string, ReadonlyMap<string, Host>>();
  #settings = new Map<string, Promise<Settings>>();
  #named: Named;
  /** Hears of the hosts of a workspace when they are opened. */
  opened: (workspace: string, hosts: ReadonlyMap<string, Host>) => void = () => undefined;
  readonly servers: OpenServers;
  /** What is closed before the hosts are. */
  readonly closing = [() => this.servers.close()];

  constructor({ io, disk }: { io: CliIo; disk: Disk }, named: Named = {}) {
    this.#io = io;
    this.#disk = disk;
    this.#named = named;
    this.servers = new OpenServers(io, disk);
  }

  /** For the tool at `path`: its shell works in the `files` folder of the workspace it belongs to. */
  async of(path: string | undefined): Promise<ReadonlyMap<string, Host>> {
    const workspace = await this.workspaceOf(path);
    return this.in(workspace, await this.filesOf(workspace));
  }

  /** Those of a workspace, which work in the folder `files`. */
  in(workspace: string, files: string): ReadonlyMap<string, Host> {
    const known = this.#open.get(workspace);
    if (known) return known;
    const python = openPython(workspace, { provesAnew: this.#named.provesAnew });
    const opened = openHosts(workspace, undefined, false, files, python);
    this.#open.set(workspace, opened);
    this.opened(workspace, opened);
    return opened;
  }

  /** What code runs on in the workspace of a path, and what the person decided there. */
  async engine(
    path: string | undefined,
  ): Promise<{ engine: () => Engine; settings: ToolSettings }> {
    const workspace = await this.workspaceOf(path);
    const [settings, files] = await Promise.all([
      this.#settingsOf(workspace),
      this.filesOf(workspace),
    ]);
    const engine = engineOf(workspace, this.in(workspace, files), () => settings.current, files);
    return { engine, settings: settings.current };
  }

  #settingsOf(workspace: string): Promise<Settings> {
    const opening = this.#settings.get(workspace) ?? Settings.open(this.#disk, workspace);
    this.#settings.set(workspace, opening);
    return opening;
  }

  /** The workspace of the tool at a path, what the person decided there, and its id in it, if it has one. */
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

  /** The named workspace, else the one around `path`, around the working directory, or the configured one. */
  async workspaceOf(path: string | undefined): Promise<string> {
    if (this.#named.workspace !== undefined) return this.#io.path(this.#named.workspace);
    const found = path === undefined ? null : around.exec(path);
    if (found) return found[1] || '/';
    const here = this.#io.path('.');
    const { LATHE_WORKSPACE: configured = 'workspace' } = this.#io.env;
    const isHere = (await this.#disk.list(`${here}/tools`)) !== undefined;
    // Many a project has a folder "tools" that is none of ours.
    const isOurs = configured === 'workspace' || (await this.#isKept(here));
    return isHere && isOurs ? here : this.#io.path(configured);
  }

  /**
   * Where calls of a workspace work: in its files. What nobody named and has neither files nor settings is
   * no workspace, and calls work where the person is; no folder is made there.
   */
  async filesOf(workspace: string): Promise<string> {
    const { env } = this.#io;
    const isNamed = [this.#named.workspace, env.LATHE_WORKSPACE].some(
      (name) => name !== undefined && this.#io.path(name) === workspace,
    );
    if (isNamed || (await this.#isKept(workspace))) return `${workspace}/files`;
    return this.#io.path(this.#named.cwd ?? '.');
  }

  /** Whether Lathe has kept something in a folder, so that it is a workspace. */
  async #isKept(folder: string): Promise<boolean> {
    const looked = ['files', '.lathe'].map((name) => this.#disk.look(`${folder}/${name}`));
    return (await Promise.all(looked)).some((found) => found !== undefined);
  }
}

/** Opens the registry that the runner of a workspace has, for one use of the command. */
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
  const files = await hosts.filesOf(workspace);
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

/** How long a list waits for modules that have to be read, on a slow machine. */
const PATIENCE_MS = 120_000;

/** Waits for everything that there is: a command's answer is its last word, which a page would be told of later. */
export async function settled(sources: Sources): Promise<void> {
  await sources.found.discovery.look(1000);
  await sources.found.discovery.settled(PATIENCE_MS);
  await sources.fresh(PATIENCE_MS);
}
