import { chmodSync, closeSync, existsSync, openSync, renameSync } from 'node:fs';

export type SqlValue = string | number | null;
export type SqlRow = Record<string, unknown>;

/** The part of SQLite that its drivers agree on. Statements are prepared once and bound by position. */
export interface Database {
  exec(sql: string): void;
  run(sql: string, ...values: SqlValue[]): void;
  all(sql: string, ...values: SqlValue[]): SqlRow[];
  /** Makes all changes of `work`, or none where it throws. */
  together(work: () => void): void;
  close(): void;
  /** Moves the file aside with what lies beside it, and begins an empty one in its place. */
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

/** Wraps a driver's connection; both `node:sqlite` and libsql have this shape. */
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
      // A full disk has rolled it back already.
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
        // What is damaged may not be closed in order.
      }
      for (const beside of ['', '-wal', '-shm'])
        if (existsSync(path + beside)) renameSync(path + beside, aside + beside);
      driver = open();
    },
  };
}

/**
 * Makes a file that its owner alone reads, before SQLite would make one that the umask decides on; what SQLite
 * puts beside it has the rights of the file. One that is there already gets them, with what lies beside it.
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
    // A disk without rights of its own, or a file of somebody else: it is kept all the same.
  }
}

/** Opens a SQLite file with the engine's own driver (Deno, Node 22.5 and later), else with libsql. */
export async function openDatabase(path: string): Promise<Database> {
  const own = await import('node:sqlite').catch(() => undefined);
  const File = own?.DatabaseSync ?? (await import('libsql')).default;
  return databaseOver(path, () => {
    makePrivate(path);
    return new File(path);
  });
}
