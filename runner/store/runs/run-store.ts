import { writeJson } from '../../../shared/tool/exact-number.ts';
import { unrun } from '../../../shared/tool/run/ending.ts';
import { PastDecision } from '../../../shared/protocol/decisions.ts';
import type { RunDurations, RunList, RunRecord } from '../../../shared/protocol/runs.ts';
import { shape } from '../../../shared/returns/shape.ts';
import type { Database, SqlValue } from '../../platform/database.ts';
import { boundedRecord, recordOf, runText } from './run-record.ts';
import { durationBuckets, runFilter, timedOf } from './run-query.ts';
import type { RunFilter } from './run-query.ts';
import { mendedDatabase } from '../mended-database.ts';
import { alive, endsOf, insertRun, openRunTables } from './run-tables.ts';
import type { BegunRun } from './run-tables.ts';

export interface RunPage extends RunFilter {
  /** The cursor of an earlier list. */
  before?: string | undefined;
  limit: number;
}

/** The message of a run that was still going on when its runner died. */
export const RUNNER_STOPPED = 'The runner stopped while this run was going on';

/** The limit for counting matches; counting all would take longer than showing them. */
const mostCounted = 1_000;
/** The limit of cached counts, because each typed character makes a new one. */
const mostCounts = 100;
/** How many of the newest runs are included in the durations. */
const mostTimed = 10_000;
/** How many old runs are deleted at once, so that few runs pay for it. */
const atOnce = 20;
const rowOf =
  'seq, id, tool_id, tool, caller, started_at, duration_ms, outcome, success, arguments';

/**
 * The history of runs and of the user's decisions about them. A start or an end is written before anyone is
 * told of it, so a reported run survives the runner. If a write fails, that is reported and the run continues.
 */
export class RunStore {
  #database: Database;
  #keep: () => number;
  #aside: (() => string) | undefined;
  #counts = new Map<string, number>();
  /** The numbers of the first and the last run, once read. */
  #ends: ReturnType<typeof endsOf> | undefined;
  #log: (line: string) => void;
  /** The current runs, which a new file gets too. */
  #living = new Map<string, BegunRun>();

  /** `keep` returns how many runs to keep. `log` gets a line for whatever could not be written or read. */
  constructor(
    database: Database,
    keep: () => number,
    log: (line: string) => void,
    /** Returns the path for a damaged file; without it, the caller gets the error. */
    aside?: () => string,
  ) {
    this.#aside = aside;
    this.#database = mendedDatabase(database, (error) => this.#beginAnew(database, error));
    this.#keep = keep;
    this.#log = log;
    openRunTables(database);
    this.#buryDead();
  }

  begin(run: BegunRun): void {
    this.#write('a run', () => this.#begin(run));
    this.#living.set(run.id, run);
  }

  end(run: RunRecord): void {
    this.#write('the end of a run', () => this.#end(run));
    this.#living.delete(run.id);
  }

  #begin(run: BegunRun): void {
    insertRun(this.#database, run);
    // No other process writes to the file, and numbers increase by one.
    if (this.#ends) this.#ends.last += 1;
    this.#makeRoom();
  }

  #end(whole: RunRecord): void {
    const record = boundedRecord(whole);
    const { result, ending, steps } = record;
    const text = runText(record);
    this.#together(() => {
      this.#database.run(
        'UPDATE runs SET duration_ms = ?, outcome = ?, success = ?, text = ?, record = ? WHERE id = ?',
        ...[record.durationMs, record.outcome, record.success ? 1 : 0, text],
        ...[writeJson({ result, ending, steps }), record.id],
      );
      this.#database.run(
        'INSERT INTO run_texts (rowid, text) SELECT seq, text FROM runs WHERE id = ?',
        record.id,
      );
    });
  }

  /** Lists finished runs, newest first, with their arguments but without results. */
  list({ before: cursor, limit, ...filter }: RunPage): RunList {
    const { from, values, texts } = runFilter(filter);
    const before = Number(cursor ?? Number.MAX_SAFE_INTEGER);
    const key = texts ? 'run_texts.rowid' : 'seq';
    const rows = this.#database.all(
      `SELECT ${rowOf} FROM ${from} AND ${key} < ? ORDER BY ${key} DESC LIMIT ?`,
      ...[...values, Number.isSafeInteger(before) ? before : 0, limit + 1],
    );
    const shown = rows.slice(0, limit);
    const isSearch = filter.query !== undefined && filter.query.trim() !== '';
    const total = this.#count(from, values, isSearch ? mostCounted : undefined);
    const last = shown.at(-1);
    return {
      runs: shown.map((row) => recordOf(row)),
      ...(rows.length > shown.length && last ? { next: String(last.seq) } : {}),
      total,
      ...(isSearch && total === mostCounted ? { isMore: true } : {}),
    };
  }

  /** Returns the whole record and the credential that started the run. */
  read(id: string): { record: RunRecord; caller: string } | undefined {
    const sql = `SELECT ${rowOf}, record FROM runs WHERE id = ? AND outcome <> '${alive}'`;
    const [row] = this.#database.all(sql, id);
    return row && { record: recordOf(row), caller: String(row.caller) };
  }

  /** Returns the durations of the newest runs, oldest first, and the folders that have runs. */
  durations({ points, ...filter }: RunFilter & { points: number }): RunDurations {
    const { from, values } = runFilter(filter);
    const timed = this.#database.all(
      `SELECT started_at, duration_ms, success FROM ${from} ORDER BY seq DESC LIMIT ${mostTimed}`,
      ...values,
    );
    const runs = timed.reverse().flatMap((row) => timedOf(row));
    const all = runFilter({ caller: filter.caller });
    const tools = this.#database.all(
      `SELECT tool_id AS id, COUNT(*) AS count FROM ${all.from} GROUP BY tool_id ORDER BY tool_id`,
      ...all.values,
    );
    return {
      buckets: durationBuckets(runs, points),
      count: runs.length,
      tools: tools.map((row) => ({ id: String(row.id), count: Number(row.count) })),
    };
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
    this.#write('a decision', () => {
      this.#database.run(
        'INSERT INTO decisions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        ...[Date.now(), runId, tool, toolHash, about, text, answer, scope, why],
      );
      const sql = 'DELETE FROM decisions WHERE rowid <= (SELECT MAX(rowid) FROM decisions) - ?';
      this.#database.run(sql, this.#keep());
    });
  }

  /** Replaces a damaged file. Damage may appear late, on a page that was never read before. */
  #beginAnew(database: Database, error: unknown): void {
    if (!this.#aside) throw error;
    this.#counts.clear();
    this.#ends = undefined;
    database.beginAnew(this.#aside());
    openRunTables(database);
    for (const run of this.#living.values()) insertRun(database, run);
  }

  /** Lists the latest decisions, newest first. */
  decisions(limit: number): PastDecision[] {
    const sql = `SELECT at, run_id AS runId, tool, about, substr(text, 1, 4000) AS text, answer, scope, why
      FROM decisions ORDER BY rowid DESC LIMIT ?`;
    const rows = this.#database.all(sql, limit).map((row) => PastDecision.safeParse(row));
    const bad = rows.filter(({ success }) => !success).length;
    const are = bad === 1 ? '1 decision is' : `${bad} decisions are`;
    if (bad > 0) this.#log(`history: ${are} damaged and left out of the list`);
    return rows.flatMap(({ data }) => data ?? []);
  }

  close(): void {
    this.#database.close();
  }

  #write(what: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#log(`history: ${what} could not be kept: ${String(error)}`);
    }
  }

  /** Counts matches. Results are cached until a run ends, because each page of a list needs the same count. */
  #count(from: string, values: SqlValue[], most = -1): number {
    const key = writeJson([from, values, most]);
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const sql = `SELECT COUNT(*) AS n FROM (SELECT 1 FROM ${from} LIMIT ?)`;
    const [row] = this.#database.all(sql, ...values, most);
    const count = Number(row?.n ?? 0);
    if (this.#counts.size >= mostCounts) this.#counts.clear();
    this.#counts.set(key, count);
    return count;
  }

  #makeRoom(): void {
    const { first, last } = (this.#ends ??= endsOf(this.#database));
    const oldest = last - this.#keep();
    // Up to 20 runs more than the settings allow stay, so that deletion happens in batches.
    if (oldest - first < atOnce) return;
    this.#ends = undefined;
    this.#together(() => {
      this.#database.run(
        `INSERT INTO run_texts (run_texts, rowid, text)
         SELECT 'delete', seq, text FROM runs WHERE seq <= ? AND outcome <> '${alive}'`,
        oldest,
      );
      this.#database.run('DELETE FROM runs WHERE seq <= ?', oldest);
    });
  }

  #together(work: () => void): void {
    this.#counts.clear();
    this.#database.together(work);
  }

  /** Ends the runs that were going on when their runner died. */
  #buryDead(): void {
    const sql = `SELECT ${rowOf} FROM runs WHERE outcome = '${alive}'`;
    for (const row of this.#database.all(sql)) {
      const ending = unrun({ kind: 'crashed', reason: RUNNER_STOPPED });
      const { result } = shape(ending, { name: String(row.tool) });
      const record = recordOf({ ...row, outcome: 'crashed' });
      this.#end({ ...record, outcome: 'crashed', success: false, result, ending });
    }
  }
}
