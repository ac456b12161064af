import { z } from 'zod';
import { PastDecision } from '../../shared/protocol/decisions.ts';
import { RunRecord } from '../../shared/protocol/runs.ts';
import type { RunList } from '../../shared/protocol/runs.ts';
import { unrun } from '../../shared/registry/unrun.ts';
import { shape } from '../../shared/returns/shape.ts';
import type { Arguments } from '../../shared/tool/json.ts';
import type { Database, SqlRow } from '../platform/database.ts';

export interface RunFilter {
  /** A cursor of an earlier list. */
  before?: string | undefined;
  limit: number;
  tool?: string | undefined;
  outcome?: string | undefined;
  /** Only runs that this credential started. */
  caller?: string | undefined;
}

export interface BegunRun {
  id: string;
  toolId: string;
  tool: string;
  startedAt: number;
  arguments: Arguments;
  /** Which credential started it: `page`, `admin` or `user`. */
  caller: string;
}

const tables = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, tool_id TEXT NOT NULL,
    tool TEXT NOT NULL, caller TEXT NOT NULL, started_at INTEGER NOT NULL, duration_ms REAL NOT NULL,
    outcome TEXT NOT NULL, success INTEGER NOT NULL, record TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS runs_by_tool ON runs (tool_id, seq);
  CREATE TABLE IF NOT EXISTS decisions (
    at INTEGER NOT NULL, run_id TEXT NOT NULL, tool TEXT NOT NULL, tool_hash TEXT NOT NULL,
    about TEXT NOT NULL, text TEXT NOT NULL, answer TEXT NOT NULL, scope TEXT NOT NULL, why TEXT NOT NULL);`;
const alive = 'alive';

/** The history of runs, and of what the person decided about them. */
export class RunStore {
  #database: Database;
  #keep: () => number;

  /** `keep`: how many runs stay; the oldest make room. */
  constructor(database: Database, keep: () => number) {
    this.#database = database;
    this.#keep = keep;
    database.exec(tables);
    this.#buryDead();
  }

  begin(run: BegunRun): void {
    this.#database.run(
      'INSERT INTO runs (id, tool_id, tool, caller, started_at, duration_ms, outcome, success, record) VALUES (?, ?, ?, ?, ?, 0, ?, 0, ?)',
      ...[run.id, run.toolId, run.tool, run.caller, run.startedAt, alive],
      JSON.stringify({ arguments: run.arguments }),
    );
    this.#database.run(
      'DELETE FROM runs WHERE seq <= (SELECT MAX(seq) FROM runs) - ?',
      this.#keep(),
    );
  }

  end(record: RunRecord): void {
    const { arguments: args, result, ending } = record;
    this.#database.run(
      'UPDATE runs SET duration_ms = ?, outcome = ?, success = ?, record = ? WHERE id = ?',
      ...[record.durationMs, record.outcome, record.success ? 1 : 0],
      JSON.stringify({ arguments: args, result, ending }),
      record.id,
    );
  }

  /** Finished runs, newest first, with their arguments and without results. */
  list(filter: RunFilter): RunList {
    const wanted: [string, string | number | undefined][] = [
      ['tool_id = ?', filter.tool],
      ['outcome = ?', filter.outcome],
      ['caller = ?', filter.caller],
    ];
    const given = wanted.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
    const where = [`outcome <> '${alive}'`, ...given.map(({ sql }) => sql)].join(' AND ');
    const values = given.map(({ value }) => value);
    const before = Number(filter.before ?? Number.MAX_SAFE_INTEGER);
    const rows = this.#database.all(
      `SELECT * FROM runs WHERE ${where} AND seq < ? ORDER BY seq DESC LIMIT ?`,
      ...[...values, Number.isSafeInteger(before) ? before : 0, filter.limit + 1],
    );
    const shown = rows.slice(0, filter.limit);
    const [count] = this.#database.all(`SELECT COUNT(*) AS n FROM runs WHERE ${where}`, ...values);
    const last = shown.at(-1);
    return {
      runs: shown.map((row) => ({ ...recordOf(row), result: undefined, ending: undefined })),
      ...(rows.length > shown.length && last ? { next: String(last.seq) } : {}),
      total: Number(count?.n ?? 0),
    };
  }

  /** The whole record and who started it. */
  read(id: string): { record: RunRecord; caller: string } | undefined {
    const sql = `SELECT * FROM runs WHERE id = ? AND outcome <> '${alive}'`;
    const [row] = this.#database.all(sql, id);
    return row && { record: recordOf(row), caller: String(row.caller) };
  }

  decided(decision: {
    runId: string;
    tool: string;
    toolHash: string;
    about: string;
    text: string;
    answer: string;
    scope: string;
    why: string;
  }): void {
    const { runId, tool, toolHash, about, text, answer, scope, why } = decision;
    this.#database.run(
      'INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[Date.now(), runId, tool, toolHash, about, text, answer, scope, why],
    );
    const sql = 'DELETE FROM decisions WHERE rowid <= (SELECT MAX(rowid) FROM decisions) - ?';
    this.#database.run(sql, this.#keep());
  }

  /** What was decided, newest first. */
  decisions(limit: number): PastDecision[] {
    const sql = `SELECT at, run_id AS runId, tool, about, substr(text, 1, 4000) AS text, answer, scope, why
      FROM decisions ORDER BY rowid DESC LIMIT ?`;
    return z.array(PastDecision).parse(this.#database.all(sql, limit));
  }

  close(): void {
    this.#database.close();
  }

  /** Whatever still lives in the file was running when its runner died. */
  #buryDead(): void {
    for (const row of this.#database.all(`SELECT * FROM runs WHERE outcome = '${alive}'`)) {
      const reason = 'The runner stopped while this run was going on';
      const ending = unrun({ kind: 'crashed', reason });
      const { result } = shape(ending, { name: String(row.tool) });
      const record = recordOf({ ...row, outcome: 'crashed' });
      this.end({ ...record, outcome: 'crashed', success: false, result, ending });
    }
  }
}

const recordOf = (row: SqlRow): RunRecord => {
  const kept = z.record(z.string(), z.unknown()).parse(JSON.parse(String(row.record)));
  return RunRecord.parse({
    id: row.id,
    toolId: row.tool_id,
    tool: row.tool,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    outcome: row.outcome,
    success: row.success === 1,
    ...kept,
  });
};
