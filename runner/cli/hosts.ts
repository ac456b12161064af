import type { ToolSettings } from '../../shared/protocol/settings.ts';
import type { Engine } from '../../shared/registry/authored-plan.ts';
import type { Host } from '../../shared/tool/host.ts';
import { openHosts } from '../hosts/open-hosts.ts';
import type { CliIo } from '../platform/cli-io.ts';
import type { Disk } from '../platform/disk.ts';
import { engineOf, openSources } from '../sources/open-sources.ts';
import type { Sources } from '../sources/sources.ts';
import { declarersHere } from '../sources/workspace/declarers-here.ts';
import { Grants } from '../store/grants.ts';
import { Settings } from '../store/settings.ts';
import { ToolStore } from '../store/tool-store.ts';
import type { Session } from './session.ts';

/** The registry of a workspace, with what the person decided there. A runner may have it open, too. */
export interface OpenRegistry {
  sources: Sources;
  settings: Settings;
  grants: Grants;
}

/** The hosts of one use of the command, opened when a call first needs them; `await using` closes them. */
export class Hosts {
  #io: CliIo;
  #disk: Disk;
  #open = new Map<string, ReadonlyMap<string, Host>>();
  #settings = new Map<string, Promise<Settings>>();

  constructor({ io, disk }: { io: CliIo; disk: Disk }) {
    this.#io = io;
    this.#disk = disk;
  }

  /** For the tool at `path`: its shell works in the `files` folder of the workspace it belongs to. */
  async of(path: string | undefined): Promise<ReadonlyMap<string, Host>> {
    return this.in(await this.workspaceOf(path));
  }

  /** Those of a workspace. */
  in(workspace: string): ReadonlyMap<string, Host> {
    const known = this.#open.get(workspace);
    if (known) return known;
    const opened = openHosts(workspace);
    this.#open.set(workspace, opened);
    return opened;
  }

  /** What code runs on in the workspace of a path, and what the person decided there. */
  async engine(
    path: string | undefined,
  ): Promise<{ engine: () => Engine; settings: ToolSettings }> {
    const workspace = await this.workspaceOf(path);
    const opening = this.#settings.get(workspace) ?? Settings.open(this.#disk, workspace);
    this.#settings.set(workspace, opening);
    const settings = await opening;
    const engine = engineOf(workspace, this.in(workspace), () => settings.current);
    return { engine, settings: settings.current };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const hosts = [...this.#open.values()].flatMap((opened) => [...opened.values()]);
    await Promise.allSettled(hosts.map((host) => host.close()));
  }

  /** The workspace around `path`, else around the working directory, else the configured one. */
  async workspaceOf(path: string | undefined): Promise<string> {
    const around = path === undefined ? null : /^(.*)\/tools\/[^/]+$/.exec(path);
    if (around) return around[1] ?? '/';
    const here = this.#io.path('.');
    if (await this.#disk.list(`${here}/tools`)) return here;
    return this.#io.path(this.#io.env.LATHE_WORKSPACE ?? 'workspace');
  }
}

/** Opens the registry that the runner of a workspace has, for one use of the command. */
export async function openRegistry(
  workspace: string,
  { session, hosts, changed }: { session: Session; hosts: Hosts; changed?: () => void },
): Promise<OpenRegistry> {
  const { disk, io } = session;
  const [settings, grants] = await Promise.all([
    Settings.open(disk, workspace),
    Grants.open(disk, workspace),
  ]);
  if (grants.isDamaged) settings.askAlways();
  const store = new ToolStore(disk, workspace);
  const here = hosts.in(workspace);
  const { sources } = openSources({
    ...{ disk, workspace, store, settings, hosts: here, declarers: declarersHere(here) },
    log: (line) => io.err(`lathe: ${line}\n`),
    changed: () => changed?.(),
  });
  return { sources, settings, grants };
}
