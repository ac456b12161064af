import { chmodSync, closeSync, existsSync, openSync, renameSync } from 'node:fs';

export type SqlValue = string | number | null;
export type SqlRow = Record<string, unknown>;

/** The common part of the SQLite drivers. Statements are prepared once and bound by position. */
export interface Database {
  exec(sql: string): void;
  run(sql: string, ...values: SqlValue[]): void;
  all(sql: string, ...values: SqlValue[]): SqlRow[];
  /** Runs `work` in a transaction, which is rolled back if it throws. */
  together(work: () => void): void;
  close(): void;
  /** Renames the file and its companion files, and starts an empty one. */
  beginAnew(aside: string): void;
}

interface Statement {
  run(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): unknown[];
}

interface Driver {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

/** Wraps a driver's connection; `node:sqlite` and libsql both have this shape. */
function databaseOver(path: string, open: () => Driver): Database {
  let driver = open();
  const prepared = new Map<string, Statement>();
  const statement = (sql: string): Statement => {
    const known = prepared.get(sql);
    if (known) return known;
    const made = driver.prepare(sql);
    prepared.set(sql, made);
    return made;
  };
  const rollBack = (): void => {
    try {
      driver.exec('ROLLBACK');
    } catch {
      // After an error such as a full disk, SQLite already rolled back.
    }
  };
  return {
    exec: (sql) => void driver.exec(sql),
    run: (sql, ...values) => void statement(sql).run(...values),
    all: (sql, ...values) => statement(sql).all(...values) as SqlRow[],
    together: (work) => {
      driver.exec('BEGIN');
      try {
        work();
        driver.exec('COMMIT');
      } catch (error) {
        rollBack();
        throw error;
      }
    },
    close: () => {
      prepared.clear();
      driver.close();
    },
    beginAnew: (aside) => {
      prepared.clear();
      try {
        driver.close();
      } catch {
        // Closing a damaged file may fail.
      }
      for (const beside of ['', '-wal', '-shm'])
        if (existsSync(path + beside)) renameSync(path + beside, aside + beside);
      driver = open();
    },
  };
}

/**
 * Creates the file with permissions for its owner only, before SQLite would create it with those of the umask;
 * SQLite's companion files get the same. An existing file gets them, too, with its companions.
 */
function makePrivate(path: string): void {
  if (path === ':memory:') return;
  closeSync(openSync(path, 'a', OWNERS));
  for (const one of ['', '-wal', '-shm'].map((end) => path + end))
    if (existsSync(one)) ownersAlone(one);
}

const OWNERS = 0o600;

function ownersAlone(path: string): void {
  try {
    chmodSync(path, OWNERS);
  } catch {
    // The disk has no permissions, or the file belongs to another user: it is used as it is.
  }
}

/** Opens a SQLite file with the engine's own driver (Deno, Node 22.5 and later), otherwise with libsql. */
export async function openDatabase(path: string): Promise<Database> {
  const own = await import('node:sqlite').catch(() => undefined);
  const File = own?.DatabaseSync ?? (await import('libsql')).default;
  return databaseOver(path, () => {
    makePrivate(path);
    return new File(path);
  });
}
