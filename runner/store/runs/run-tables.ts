import { takeAlone } from '../mended-database.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { Arguments } from '../../../shared/tool/json.ts';
import type { Database } from '../../platform/database.ts';

/** The outcome of a run that is going on. */
export const alive = 'alive';

/** The record is the last column: it may have megabytes, and lists need not read it. */
const runs = `
  CREATE TABLE IF NOT EXISTS runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, tool_id TEXT NOT NULL,
    tool TEXT NOT NULL, caller TEXT NOT NULL, started_at INTEGER NOT NULL, duration_ms REAL NOT NULL,
    outcome TEXT NOT NULL, success INTEGER NOT NULL, arguments TEXT NOT NULL DEFAULT '{}',
    text TEXT NOT NULL DEFAULT '', record TEXT NOT NULL)`;

/** The indices contain only finished runs, because lists show no others. */
const indices = `
  DROP INDEX IF EXISTS runs_by_tool;
  CREATE INDEX IF NOT EXISTS runs_of_tool ON runs (tool_id, seq, started_at, duration_ms, success)
    WHERE outcome <> '${alive}';
  CREATE INDEX IF NOT EXISTS runs_of_outcome ON runs (outcome, seq);
  CREATE INDEX IF NOT EXISTS runs_of_success ON runs (success, seq) WHERE outcome <> '${alive}';
  CREATE INDEX IF NOT EXISTS runs_of_caller ON runs (caller, seq) WHERE outcome <> '${alive}';
  CREATE VIRTUAL TABLE IF NOT EXISTS run_texts
    USING fts5(text, content='runs', content_rowid='seq', tokenize='trigram');`;

const decisions = `
  CREATE TABLE IF NOT EXISTS decisions (
    at INTEGER NOT NULL, run_id TEXT NOT NULL, tool TEXT NOT NULL, tool_hash TEXT NOT NULL,
    about TEXT NOT NULL, text TEXT NOT NULL, answer TEXT NOT NULL, scope TEXT NOT NULL, why TEXT NOT NULL);`;

/** Upgrades a history from before searches: arguments and texts are taken from the records. */
const upgrade = [
  'ALTER TABLE runs RENAME TO older_runs',
  runs,
  `INSERT INTO runs SELECT seq, id, tool_id, tool, caller, started_at, duration_ms, outcome, success,
    coalesce(json_extract(record, '$.arguments'), '{}'),
    tool || ' ' || substr(coalesce(json_extract(record, '$.arguments'), ''), 1, 1000) || ' ' ||
      substr(coalesce(json_extract(record, '$.result.llmContent'), ''), 1, 1000),
    record FROM older_runs`,
  'DROP TABLE older_runs',
];

/** Creates or upgrades the tables of the history. */
export function openRunTables(database: Database): void {
  takeAlone(database);
  database.exec('BEGIN IMMEDIATE');
  const columns = database.all('SELECT name FROM pragma_table_info(?)', 'runs');
  const isOld = columns.length > 0 && !columns.some(({ name }) => name === 'text');
  if (isOld) database.exec('DROP INDEX IF EXISTS runs_by_tool');
  for (const sql of isOld ? upgrade : [runs]) database.exec(sql);
  database.exec(indices);
  database.exec(decisions);
  if (isOld) database.exec("INSERT INTO run_texts (run_texts) VALUES ('rebuild')");
  database.exec('COMMIT');
}

export interface BegunRun {
  id: string;
  toolId: string;
  tool: string;
  startedAt: number;
  arguments: Arguments;
  /** The credential that started the run: `page`, `admin` or `user`. */
  caller: string;
}

export function insertRun(database: Database, run: BegunRun): void {
  database.run(
    'INSERT INTO runs (id, tool_id, tool, caller, started_at, duration_ms, outcome, success, arguments, record) VALUES (?, ?, ?, ?, ?, 0, ?, 0, ?, ?)',
    ...[run.id, run.toolId, run.tool, run.caller, run.startedAt, alive],
    ...[writeJson(run.arguments), '{}'],
  );
}

/** Returns the numbers of the first and the last run; 0 if there are none. */
export function endsOf(database: Database): { first: number; last: number } {
  // Two subqueries use the index; one query for both would read every run.
  const sql = 'SELECT (SELECT MIN(seq) FROM runs) AS first, (SELECT MAX(seq) FROM runs) AS last';
  const [row] = database.all(sql);
  return { first: Number(row?.first ?? 0), last: Number(row?.last ?? 0) };
}
