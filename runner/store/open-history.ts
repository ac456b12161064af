import { diskFault } from '../platform/disk-fault.ts';
import type { DiskFault } from '../platform/disk-fault.ts';
import type { Disk } from '../platform/disk.ts';
import type { Platform } from '../platform/platform.ts';
import { RunStore } from './run-store.ts';
import { damagedName, moveAside } from './set-aside.ts';

export interface OpenedHistory {
  history: RunStore;
  /** Why runs are forgotten when the runner stops. */
  unkept?: DiskFault;
}

/** Another runner has it: the one thing that is neither damage nor the disk's fault. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && /database (?:table )?is (?:locked|busy)/i.test(error.message);

/**
 * Opens the history of a workspace. A file that SQLite cannot read is set aside, and a new one begins;
 * where none can be written, runs are remembered for as long as the runner lives. Throws where another
 * runner has it open.
 */
export async function openHistory(given: {
  disk: Disk;
  openDatabase: Platform['openDatabase'];
  workspace: string;
  keep: () => number;
  failed(error: unknown): void;
}): Promise<OpenedHistory> {
  const { disk, workspace } = given;
  const path = `${workspace}/.lathe/runs.sqlite`;
  try {
    const kind = (await disk.look(path))?.kind ?? 'file';
    if (kind !== 'file') throw new Error(`"${path}" is no regular file`);
    return { history: await open(path, given) };
  } catch (error) {
    if (isLocked(error)) throw error;
    const unkept = diskFault(error);
    if (unkept) return { history: await open(':memory:', given), unkept };
  }
  try {
    await moveAside(disk, path);
    for (const beside of ['-wal', '-shm'])
      if (await disk.look(path + beside)) await moveAside(disk, path + beside);
    return { history: await open(path, given) };
  } catch (error) {
    const unkept = diskFault(error);
    if (!unkept) throw error;
    return { history: await open(':memory:', given), unkept };
  }
}

async function open(
  path: string,
  { openDatabase, keep, failed }: Parameters<typeof openHistory>[0],
): Promise<RunStore> {
  const database = await openDatabase(path);
  try {
    // What is kept in memory alone has no file to be set aside.
    const aside = () => {
      const to = damagedName(path);
      failed(new Error(`the file is damaged; it lies at "${to}" now, and a new one begins`));
      return to;
    };
    return new RunStore(database, keep, failed, path === ':memory:' ? undefined : aside);
  } catch (error) {
    database.close();
    throw error;
  }
}
