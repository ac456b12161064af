import { Turns } from '../../shared/tool/run/turns.ts';
import { openDatabase } from './database.ts';

const patienceMs = 5_000;
const everyMs = 4;

/** Those of this process wait for each other here, however long that takes, and so only other processes compete. */
const turns = new Turns({ ofEach: 1 });

/**
 * Does work while no other process, and nobody else in this one, does work under the same lock, in the order in which
 * it was asked for. The lock is SQLite's on an empty file, so that the kernel opens it when its holder dies. Throws
 * when the file cannot be made, or when another process holds it for seconds. Work that asks for the lock that it
 * holds waits for itself.
 */
export function holdLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  return turns.run(() => holdFile(path, work), path);
}

async function holdFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  const database = await openDatabase(path);
  try {
    const until = performance.now() + patienceMs;
    while (!begins(database)) {
      if (performance.now() > until) throw new Error(`"${path}" is held by another process`);
      await new Promise((settle) => setTimeout(settle, everyMs));
    }
    return await work();
  } finally {
    database.close();
  }
}

/** Waiting inside SQLite would keep a holder in this very process from ending. */
function begins(database: { exec(sql: string): void }): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && /database (?:table )?is (?:locked|busy)/i.test(error.message))
      return false;
    throw error;
  }
}
