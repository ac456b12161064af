import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { Database } from '../../platform/database.ts';
import { mendedDatabase, takeAlone } from '../mended-database.ts';
import { taskOf, type KeptTask } from './task-row.ts';

/** How long the answer of a task is kept, in milliseconds. */
export const KEPT_MS = 3_600_000;
/**
 * The limits for the answers of one caller, in number and bytes. Fetched ones are deleted first, then the
 * oldest.
 */
const MOST_ENDS = 256;
const MOST_BYTES = 64 * 1024 * 1024;

const table = `
  CREATE TABLE IF NOT EXISTS tasks (
    id TEXT NOT NULL PRIMARY KEY, caller TEXT NOT NULL, run_id TEXT NOT NULL, schema TEXT NOT NULL,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, state TEXT NOT NULL,
    is_fetched INTEGER NOT NULL DEFAULT 0, bytes INTEGER NOT NULL, answer TEXT NOT NULL)`;

const goesOn = "state IN ('open', 'cancelling')";

/** The tasks of all callers. A failed write is logged and reported to its caller. */
export class TaskStore {
  #database: Database;
  #log: (line: string) => void;

  constructor(database: Database, log: (line: string) => void, aside?: () => string) {
    const open = () => {
      takeAlone(database);
      database.exec(table);
    };
    this.#log = log;
    this.#database = mendedDatabase(database, (error) => {
      if (!aside) throw error;
      database.beginAnew(aside());
      open();
    });
    open();
    // Reads the open tasks, so that damage shows before anything relies on the file.
    this.open();
  }

  /** Inserts or replaces a task; false if the write failed. */
  put(task: KeptTask): boolean {
    const { id, caller, runId, createdAt, updatedAt, state } = task;
    const answer = task.answer === undefined ? '' : writeJson(task.answer);
    const bytes = new TextEncoder().encode(answer).length;
    try {
      this.#database.together(() => {
        this.#database.run(
          'INSERT OR REPLACE INTO tasks VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)',
          ...[id, caller, runId, writeJson(task.schema ?? null), createdAt, updatedAt],
          ...[state, bytes, answer],
        );
        this.#makeRoom(caller);
      });
      return true;
    } catch (error) {
      this.#log(`tasks: a task could not be kept: ${String(error)}`);
      return false;
    }
  }

  /** Returns a task of this caller; undefined if there is none or its time is over. */
  read(id: string, caller: string): KeptTask | undefined {
    const sql = `SELECT * FROM tasks WHERE id = ? AND caller = ? AND (${goesOn} OR updated_at > ?)`;
    const [row] = this.#database.all(sql, id, caller, Date.now() - KEPT_MS);
    return row && taskOf(row);
  }

  /** Records that the client has the answer, so that it is deleted before others. */
  fetched(id: string): void {
    try {
      this.#database.run('UPDATE tasks SET is_fetched = 1 WHERE id = ?', id);
    } catch (error) {
      this.#log(`tasks: that a client has an answer could not be kept: ${String(error)}`);
    }
  }

  /** Lists the tasks that have not ended. */
  open(): KeptTask[] {
    return this.#database.all(`SELECT * FROM tasks WHERE ${goesOn}`).map(taskOf);
  }

  close(): void {
    this.#database.close();
  }

  #makeRoom(caller: string): void {
    const old = Date.now() - KEPT_MS;
    this.#database.run(`DELETE FROM tasks WHERE NOT ${goesOn} AND updated_at <= ?`, old);
    const rows = this.#database.all(
      `SELECT id, bytes FROM tasks WHERE caller = ? AND NOT ${goesOn}
       ORDER BY is_fetched, rowid DESC`,
      caller,
    );
    // The rowid gives the order of writing, whatever the clock says.
    let sum = 0;
    for (const [at, { id, bytes }] of rows.entries()) {
      sum += Number(bytes);
      if (at < MOST_ENDS && sum <= MOST_BYTES) continue;
      this.#database.run('DELETE FROM tasks WHERE id = ?', String(id));
    }
  }
}
