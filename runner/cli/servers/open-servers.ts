import { openModels } from '../../conversations/models/open-models.ts';
import type { CliIo } from '../../platform/cli-io.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { version } from '../../platform/process/own-process.ts';
import { findPrograms } from '../../platform/process/programs.ts';
import { RemoteServers } from '../../remote/servers.ts';

/** Other programs' servers during one command, which stops those that it starts. */
export class OpenServers {
  readonly #io: Pick<CliIo, 'env'>;
  readonly #disk: Disk;
  readonly #open = new Map<string, Promise<RemoteServers>>();
  readonly #closing: (() => Promise<void>)[] = [];

  constructor(io: Pick<CliIo, 'env'>, disk: Disk) {
    this.#io = io;
    this.#disk = disk;
  }

  /** Returns the servers of a workspace, which a runner may have open at the same time. */
  in(workspace: string): Promise<RemoteServers> {
    const opening = this.#open.get(workspace) ?? this.#opened(workspace);
    this.#open.set(workspace, opening);
    return opening;
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#open.values()].map(async (one) => (await one).close()));
    await Promise.allSettled(this.#closing.map((close) => close()));
  }

  #opened(workspace: string): Promise<RemoteServers> {
    const variable = (name: string) => this.#io.env[name];
    const reach = { ...findPrograms(), disk: this.#disk, workspace, variable };
    const models = openModels(reach);
    this.#closing.push(() => models.close());
    return RemoteServers.open({ ...reach, models, version });
  }
}
