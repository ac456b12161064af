import { Turns } from '../../../shared/tool/run/turns.ts';
import { openDatabase } from '../database.ts';

const patienceMs = 5_000;
const everyMs = 4;

/** Callers in this process queue here without a limit, so that only processes compete for the lock. */
const turns = new Turns({ ofEach: 1 });

/**
 * Runs `work` while no other caller, in this process or another, holds the same lock; callers take turns in
 * order. The lock is SQLite's lock of an empty file, which the kernel releases when its holder dies. Throws if
 * the file cannot be created, or if another process holds the lock for seconds. Not reentrant: work that
 * requests its own lock waits forever.
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

/** Does not wait inside SQLite, which would block a holder in this process. */
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
