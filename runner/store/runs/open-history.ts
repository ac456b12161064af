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
  /** Why runs are forgotten when the runner stops. */
  unkept?: DiskFault;
}

/** Another runner has it: the one thing that is neither damage nor the disk's fault. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && /database (?:table )?is (?:locked|busy)/i.test(error.message);

interface Given {
  disk: Disk;
  openDatabase: Platform['openDatabase'];
  workspace: string;
  failed(error: unknown): void;
}

type Make<Store> = (database: Database, aside?: () => string) => Store;

/** Opens the history of a workspace, as every database of it is opened. */
export async function openHistory(given: Given & { keep: () => number }): Promise<OpenedHistory> {
  const { keep, failed } = given;
  const make: Make<RunStore> = (database, aside) => new RunStore(database, keep, failed, aside);
  const { store: history, unkept } = await openKept('runs.sqlite', given, make);
  return { history, ...(unkept ? { unkept } : {}) };
}

/** Opens the conversations of a workspace, in a file of their own: damage to one costs nothing of the other. */
export const openConversationStore = (given: Given) =>
  openKept(
    'conversations.sqlite',
    given,
    (database, aside) => new ConversationStore(database, aside),
  );

/** The same for the tasks of programs that call; undefined where another process has them, since calls do without. */
export async function openTaskStore(given: Given): Promise<TaskStore | undefined> {
  const { failed } = given;
  const make: Make<TaskStore> = (database, aside) => new TaskStore(database, failed, aside);
  try {
    return (await openKept('tasks.sqlite', given, make)).store;
  } catch (error) {
    failed(error);
    return undefined;
  }
}

/**
 * Opens a database of a workspace. A file that SQLite cannot read is set aside, and a new one begins;
 * where none can be written, it is remembered for as long as the runner lives. Throws where another
 * runner has it open.
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
    if (kind !== 'file') throw new Error(`"${path}" is no regular file`);
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
  { openDatabase, failed }: Given,
  make: Make<Store>,
): Promise<Store> {
  const database = await openDatabase(path);
  try {
    // What is kept in memory alone has no file to be set aside.
    const aside = () => {
      const to = damagedName(path);
      failed(new Error(`the file is damaged; it lies at "${to}" now, and a new one begins`));
      return to;
    };
    return make(database, path === ':memory:' ? undefined : aside);
  } catch (error) {
    database.close();
    throw error;
  }
}
