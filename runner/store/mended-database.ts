import type { Database } from '../platform/database.ts';

/** SQLite met bytes that are none of its own; the rest of the file may read well. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error &&
  /malformed|file is not a database|vtable constructor failed|corruption found/i.test(
    error.message,
  );

/**
 * A database that goes on empty when it is found to be damaged, in whichever page that shows: `renew`
 * sets the file aside and begins it anew, and what was asked is asked once more.
 */
export function mendedDatabase(database: Database, renew: (error: unknown) => void): Database {
  let isTogether = false;
  let isRenewing = false;
  const mended = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      // A transaction is made again as a whole.
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

/** Nobody else opens it meanwhile; what is written outlives the runner, though not always the machine. */
export function takeAlone(database: Database): void {
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;`);
}
