import type { ReadOnly, SetAside } from '../../shared/protocol/health.ts';
import { diskFault } from '../platform/disk/disk-fault.ts';
import type { DiskFault } from '../platform/disk/disk-fault.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { temporaryName } from '../platform/disk/node-disk.ts';
import { listSetAside } from './set-aside.ts';
import type { Settings } from './settings.ts';

const advice: Record<DiskFault['code'], string> = {
  'disk-full': 'make room on it',
  'read-only': 'make the folder writable, or choose another with --workspace',
  unwritable: 'look after the disk, or choose another folder with --workspace',
};

const advised = ({ code, reason }: DiskFault): ReadOnly => ({
  code,
  reason: `${reason}: ${advice[code]}`,
});

/** The state of Lathe's files in a workspace, for health checks. */
export class WorkspaceState {
  #disk: Disk;
  #workspace: string;
  #settings: Settings | undefined;
  #unkept: DiskFault | undefined;

  /** `unkept` is why the history is in memory; it stays so until a restart. */
  constructor(disk: Disk, workspace: string, settings?: Settings, unkept?: DiskFault) {
    this.#disk = disk;
    this.#workspace = workspace;
    this.#settings = settings;
    this.#unkept = unkept;
  }

  /** For the health route and `lathe doctor`. */
  async told(): Promise<{ setAside: SetAside[]; readOnly?: ReadOnly }> {
    const { damage } = this.#settings ?? {};
    const moved = await listSetAside(this.#disk, this.#workspace);
    const readOnly = await this.#readOnly();
    return { setAside: [...(damage ? [damage] : []), ...moved], ...(readOnly ? { readOnly } : {}) };
  }

  /** Creates and removes a folder, because permission bits do not prove that writing works. */
  async #readOnly(): Promise<ReadOnly | undefined> {
    const own = `${this.#workspace}/.lathe`;
    if ((await this.#disk.look(own))?.kind !== 'folder')
      return this.#unkept && advised(this.#unkept);
    const path = `${own}/${temporaryName()}`;
    try {
      await this.#disk.makeFolder(path);
      await this.#disk.remove(path);
    } catch (error) {
      const fault = diskFault(error);
      if (!fault) throw error;
      return advised(fault);
    }
    if (!this.#unkept) return undefined;
    const { code, reason } = this.#unkept;
    return { code, reason: `${reason} when Lathe started: start it again to keep the history` };
  }
}
