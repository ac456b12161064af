import type { Database } from '../platform/database.ts';

/** Whether SQLite reports damaged bytes; other parts of the file may still be readable. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  /malformed|file is not a database|vtable constructor failed|corruption found/i.test(
    error.message,
  );

/**
 * Wraps a database so that damage, whenever it shows, is repaired once: `renew` sets the file aside and starts
 * an empty one, then the failed operation is repeated.
 */
export function mendedDatabase(database: Database, renew: (error: unknown) => void): Database {
  let isTogether = false;
  let isRenewing = false;
  const mended = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      // A transaction is repeated as a whole, not statement by statement.
      if (!isDamage(error) || isTogether || isRenewing) throw error;
      isRenewing = true;
      try {
        renew(error);
      } finally {
        isRenewing = false;
      }
      return work();
    }
  };
  return {
    exec: (sql) => mended(() => database.exec(sql)),
    run: (sql, ...values) => mended(() => database.run(sql, ...values)),
    all: (sql, ...values) => mended(() => database.all(sql, ...values)),
    together: (work) =>
      mended(() => {
        isTogether = true;
        try {
          database.together(work);
        } finally {
          isTogether = false;
        }
      }),
    close: () => database.close(),
    beginAnew: (aside) => database.beginAnew(aside),
  };
}

/** Locks the database for this process. Writes survive a crash of the runner, but not always of the machine. */
export function takeAlone(database: Database): void {
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;`);
}
