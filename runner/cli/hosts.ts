import type { Host } from '../../shared/tool/host.ts';
import { openHosts } from '../hosts/open-hosts.ts';
import type { Disk } from '../platform/disk.ts';
import type { CliIo } from '../platform/cli-io.ts';

/** The hosts of one use of the command, opened when a call first needs them; `await using` closes them. */
export class Hosts {
  #io: CliIo;
  #disk: Disk;
  #open = new Map<string, ReadonlyMap<string, Host>>();

  constructor({ io, disk }: { io: CliIo; disk: Disk }) {
    this.#io = io;
    this.#disk = disk;
  }

  /** For the tool at `path`: its shell works in the `files` folder of the workspace it belongs to. */
  async of(path: string | undefined): Promise<ReadonlyMap<string, Host>> {
    const workspace = await this.workspaceOf(path);
    const known = this.#open.get(workspace);
    if (known) return known;
    const opened = openHosts(workspace);
    this.#open.set(workspace, opened);
    return opened;
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
