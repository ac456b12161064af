import type { Database } from '../../platform/database.ts';
import { diskFault } from '../../platform/disk/disk-fault.ts';
import type { DiskFault } from '../../platform/disk/disk-fault.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import type { Platform } from '../../platform/platform.ts';
import { ConversationStore } from '../conversations/conversation-store.ts';
import { RunStore } from './run-store.ts';
import { damagedName, moveAside } from '../set-aside.ts';
import { TaskStore } from '../tasks/task-store.ts';

export interface OpenedHistory {
  history: RunStore;
  /** Why runs are not stored on disk. */
  unkept?: DiskFault;
}

/** Whether another runner has the database open, which is neither damage nor a fault of the disk. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && /database (?:table )?is (?:locked|busy)/i.test(error.message);

interface Given {
  disk: Disk;
  openDatabase: Platform['openDatabase'];
  workspace: string;
  log(line: string): void;
}

type Make<Store> = (database: Database, aside?: () => string) => Store;

/** Opens the history of a workspace. */
export async function openHistory(given: Given & { keep: () => number }): Promise<OpenedHistory> {
  const { keep, log } = given;
  const make: Make<RunStore> = (database, aside) => new RunStore(database, keep, log, aside);
  const { store: history, unkept } = await openKept('runs.sqlite', given, make);
  return { history, ...(unkept ? { unkept } : {}) };
}

/**
 * Opens the conversations of a workspace, in a separate file, so that damage to one does not affect the other.
 */
export const openConversationStore = (given: Given) =>
  openKept(
    'conversations.sqlite',
    given,
    (database, aside) => new ConversationStore(database, aside),
  );

/**
 * Opens the tasks of MCP clients; undefined if another process has them open, since calls work without tasks.
 */
export async function openTaskStore(given: Given): Promise<TaskStore | undefined> {
  const { log } = given;
  const make: Make<TaskStore> = (database, aside) => new TaskStore(database, log, aside);
  try {
    return (await openKept('tasks.sqlite', given, make)).store;
  } catch (error) {
    log(`tasks: they could not be opened, so calls do not become tasks: ${String(error)}`);
    return undefined;
  }
}

/**
 * Opens a database of a workspace. An unreadable file is set aside and replaced by an empty one; if no file can
 * be written, the data stays in memory. Throws if another runner has the file open.
 */
async function openKept<Store>(
  name: string,
  given: Given,
  make: Make<Store>,
): Promise<{ store: Store; unkept?: DiskFault }> {
  const { disk, workspace } = given;
  const path = `${workspace}/.lathe/${name}`;
  try {
    const kind = (await disk.look(path))?.kind ?? 'file';
    if (kind !== 'file') throw new Error(`"${path}" is not a regular file`);
    return { store: await open(path, given, make) };
  } catch (error) {
    if (isLocked(error)) throw error;
    const unkept = diskFault(error);
    if (unkept) return { store: await open(':memory:', given, make), unkept };
  }
  try {
    await moveAside(disk, path);
    for (const beside of ['-wal', '-shm'])
      if (await disk.look(path + beside)) await moveAside(disk, path + beside);
    return { store: await open(path, given, make) };
  } catch (error) {
    const unkept = diskFault(error);
    if (!unkept) throw error;
    return { store: await open(':memory:', given, make), unkept };
  }
}

async function open<Store>(
  path: string,
  { openDatabase, log }: Given,
  make: Make<Store>,
): Promise<Store> {
  const database = await openDatabase(path);
  try {
    // A database in memory has no file to set aside.
    const aside = () => {
      const to = damagedName(path);
      log(`workspace: "${path}" is damaged; it was moved to "${to}", and a new file was started`);
      return to;
    };
    return make(database, path === ':memory:' ? undefined : aside);
  } catch (error) {
    database.close();
    throw error;
  }
}
