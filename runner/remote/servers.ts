import type { ServerRemoved, ServerSummary } from '../../shared/protocol/mcp/state.ts';
import {
  identityOf,
  type ServerAdded,
  type ServerChanged,
} from '../../shared/protocol/mcp/servers.ts';
import type { Models } from '../conversations/models/model.ts';
import type { ProcessOptions } from '../hosts/address/address-processes.ts';
import type { Disk } from '../platform/disk/disk.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { Turns } from '../../shared/tool/run/turns.ts';
import { openFetchProcesses } from './address-fetch.ts';
import { KnownTools } from './known-tools.ts';
import { RemoteServer } from './server.ts';
import { summaryOf } from './server-summary.ts';
import { noServer, type Exported } from './in-folders/export-server.ts';
import { ServersHere } from './in-folders/here.ts';
import { boxGround } from './server-box.ts';
import { SignIns } from './sign-in/sign-ins.ts';
import type { Ground } from './ways.ts';

interface Given extends ProcessOptions {
  disk: Disk;
  workspace: string;
  variable(name: string): string | undefined;
  models: Pick<Models, 'open'>;
  version: string;
  /** Returns the address for browsers after a sign-in; undefined if nothing listens. */
  redirect?: () => string | undefined;
}

/** The limit of servers, low enough that all of them may run. */
const MOST_SERVERS = 100;

/** The servers of other programs that the person added. */
export class RemoteServers {
  /** Increases whenever a server or its tools may have changed. */
  revision = 0;
  /** Returns the tool names of all units except this server. */
  namesBeside: (server: string) => Promise<ReadonlySet<string>> = () => Promise.resolve(new Set());
  /** Called with a server that changed. */
  changed: (name: string) => void = () => undefined;
  readonly #given: Given;
  readonly here: ServersHere;
  readonly #ground: Ground;
  readonly signIns: SignIns;
  readonly #servers = new Map<string, RemoteServer>();
  readonly #turns = new Turns({ ofEach: 1 });

  private constructor(given: Given) {
    this.#given = given;
    this.here = new ServersHere(given, MOST_SERVERS);
    let box: ReturnType<typeof boxGround> | undefined;
    this.#ground = {
      box: () => (box ??= boxGround(given)),
      processes: openFetchProcesses(given),
      ...{ variable: given.variable, workspace: given.workspace },
    };
    this.signIns = new SignIns({
      redirect: () => undefined,
      ...given,
      processes: this.#ground.processes,
    });
  }

  /** Starts no server and writes nothing. */
  static async open(given: Given): Promise<RemoteServers> {
    const servers = new RemoteServers(given);
    await servers.follow();
    return servers;
  }

  /** Sets damaged files aside. */
  async mend(): Promise<void> {
    await this.here.mend();
    await this.signIns.mend();
    for (const { known } of this.all()) await known.mend();
  }

  /** Applies the changes of other processes, such as commands. */
  async follow(): Promise<void> {
    if (await this.here.isOther()) await this.#turns.run(() => this.#follow(), 'servers');
  }

  async #follow(): Promise<void> {
    const all = await this.here.list();
    if (!all) return;
    const there = new Set(all.servers.map(({ name }) => name));
    for (const { name, settings } of all.gone) {
      const server = this.#servers.get(name) ?? (await this.#put(name, settings));
      await this.here.forget(name);
      await server.known.forget().catch(server.broke);
      alone(server, this.signIns.get(name)?.forget(true) ?? Promise.resolve());
    }
    for (const server of this.all()) {
      if (there.has(server.name)) continue;
      this.#servers.delete(server.name);
      alone(server, server.end());
      this.signIns.drop(server.name);
      this.#tell(server.name);
    }
    for (const { name, settings } of all.servers) {
      const server = this.#servers.get(name);
      const isOther = server && JSON.stringify(server.settings) !== JSON.stringify(settings);
      if (isOther) alone(server, server.change(settings));
      if (!server) await this.#put(name, settings);
      const isKnownAnew = await server?.known.look();
      if (!server || isOther || isKnownAnew) all.toldAnew.add(name);
    }
    for (const name of all.toldAnew) this.#tell(name);
  }

  all(): readonly RemoteServer[] {
    return [...this.#servers.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  get(name: string): RemoteServer | undefined {
    return this.#servers.get(name);
  }

  get isFull(): boolean {
    return this.#servers.size >= MOST_SERVERS;
  }

  async summary(server: RemoteServer): Promise<ServerSummary> {
    const { name, settings } = server;
    const { values, elsewhere } = await this.here.secretsOf(name, settings.way);
    const secrets = [...values.keys()];
    const hasClientSecret = await this.signIns.hasSecret(name, settings.way);
    const waiting = this.signIns.get(name)?.waitingSince;
    const folder = this.here.folderOf(name);
    const told = { secrets, secretsElsewhere: [...elsewhere], hasClientSecret };
    return summaryOf(server, { ...told, ...(folder ? { folder } : {}) }, waiting);
  }

  /** Adds a server and starts to open it. Undefined if another process took the name first. */
  async add(wanted: ServerAdded): Promise<RemoteServer | undefined> {
    const { name, settings, secrets, clientSecret } = wanted;
    await this.follow();
    const server = await this.#turns.run(async () => {
      if (!(await this.here.add(name, settings, secrets))) return undefined;
      const added = await this.#put(name, settings);
      // Declarations of an earlier server with this name do not apply.
      await added.known.forget();
      await this.signIns.get(name)?.forget(true);
      await this.signIns.register(name, settings.way, clientSecret);
      return added;
    }, 'servers');
    if (!server) return undefined;
    this.#tell(name);
    alone(server, server.restart());
    return server;
  }

  /** Returns `gone` for a deleted server, `other` if its folder differs from what the person saw. */
  async change(
    server: RemoteServer,
    { clientSecret, ...changed }: ServerChanged,
  ): Promise<'done' | 'gone' | 'other'> {
    const { name } = server;
    const { settings } = changed;
    await this.follow();
    let ended = Promise.resolve();
    const done = await this.#turns.run(async () => {
      if (this.#servers.get(name) !== server) return 'gone';
      const isNew = this.here.isNew(name);
      if (!(await this.here.change(name, changed))) return 'other';
      if (isNew) await server.known.forget();
      if (isNew || identityOf(settings.way) !== identityOf(server.settings.way))
        await this.signIns.get(name)?.forget(true);
      // Not awaited here, because a server that ends may wait for others in this queue.
      ended = server.change(settings);
      await this.signIns.register(name, settings.way, clientSecret);
      return 'done';
    }, 'servers');
    await ended;
    await this.follow();
    this.#tell(name);
    return done;
  }

  /** Exports a server as a folder: the server's own in the workspace, or a copy `elsewhere`. */
  async export(server: RemoteServer, elsewhere?: string): Promise<Exported> {
    await this.follow();
    const done = await this.#turns.run<Exported>(async () => {
      const isGone = this.#servers.get(server.name) !== server;
      return isGone ? noServer(server.name) : this.here.export(server, elsewhere);
    }, 'servers');
    await this.follow();
    return done;
  }

  /** Adds imported folders, turned off, and returns their names, which are free ones. */
  async place(folders: readonly [wanted: string, files: Folder][]): Promise<string[]> {
    await this.follow();
    const names = await this.#turns.run(() => this.here.place(folders), 'servers');
    await this.follow();
    return names;
  }

  async remove(server: RemoteServer): Promise<ServerRemoved> {
    const { name } = server;
    await this.#turns.run(async () => {
      await this.here.remove(name);
      this.#servers.delete(name);
    }, 'servers');
    await server.end();
    await server.known.forget();
    // The server is gone, however long the authorization server takes to answer.
    this.#tell(name);
    const unrevoked = await this.signIns.remove(name);
    return unrevoked ? { unrevoked } : {};
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.all().map((server) => server.end()));
    await this.#ground.processes.close();
  }

  async #put(name: string, settings: RemoteServer['settings']): Promise<RemoteServer> {
    const { disk, workspace, models, version } = this.#given;
    const signIn = this.signIns.put(
      name,
      () => this.#servers.get(name)?.settings.way ?? settings.way,
      () => this.#tell(name),
    );
    const server = new RemoteServer({
      ...{ name, settings, models, version, ground: { ...this.#ground, signIn } },
      known: await KnownTools.open(disk, workspace, name, identityOf(settings.way)),
      secrets: (way) => this.here.secretsOf(name, way),
      namesBeside: () => this.namesBeside(name),
      changed: () => this.#tell(name),
    });
    this.#servers.set(name, server);
    return server;
  }

  #tell(name: string): void {
    this.revision += 1;
    this.changed(name);
  }
}

/** Runs background work; a failure is in the server's wire log. */
function alone(server: RemoteServer, work: Promise<void>): void {
  work.catch((error: unknown) => server.broke(error));
}
