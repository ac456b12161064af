import type { DurationBucket } from '../../../shared/protocol/runs.ts';
import type { SqlValue } from '../../platform/database.ts';
import { alive } from './run-tables.ts';

interface Timed {
  startedAt: number;
  durationMs: number;
  success: boolean;
}

/** Which finished runs are wanted. */
export interface RunFilter {
  /** The id of a folder. */
  tool?: string | undefined;
  outcome?: string | undefined;
  success?: boolean | undefined;
  /** Only runs that began then or later, in milliseconds since 1970. */
  since?: number | undefined;
  /** Only runs that this credential started. */
  caller?: string | undefined;
  /** Words that all stand in the tool's name, the arguments or the answer. */
  query?: string | undefined;
}

/** Three letters are what the index of texts knows; shorter words are looked for run by run. */
const shortest = 3;

/** The part of a query after FROM, with its values. Only finished runs are in it. */
export function runFilter(filter: RunFilter): { from: string; values: SqlValue[]; texts: boolean } {
  const words = (filter.query ?? '').split(/\s+/).filter(Boolean).slice(0, 20);
  const known = words.filter((word) => [...word].length >= shortest);
  const rows: [string, SqlValue | undefined][] = [
    // A quoted phrase holds nothing that the index would take for a command.
    [
      'run_texts MATCH ?',
      known.length > 0
        ? known.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')
        : undefined,
    ],
    ...words
      .filter((word) => !known.includes(word))
      .map((word): [string, SqlValue] => ['instr(lower(runs.text), ?) > 0', word.toLowerCase()]),
    ['tool_id = ?', filter.tool],
    ['outcome = ?', filter.outcome],
    ['success = ?', filter.success === undefined ? undefined : Number(filter.success)],
    ['started_at >= ?', filter.since],
    ['caller = ?', filter.caller],
  ];
  const given = rows.flatMap(([sql, value]) => (value === undefined ? [] : [{ sql, value }]));
  const texts = known.length > 0;
  const tables = texts ? 'run_texts CROSS JOIN runs ON runs.seq = run_texts.rowid' : 'runs';
  const conditions = [`outcome <> '${alive}'`, ...given.map(({ sql }) => sql)];
  return {
    from: `${tables} WHERE ${conditions.join(' AND ')}`,
    values: given.map(({ value }) => value),
    texts,
  };
}

/** Runs, oldest first, in at most `points` parts of equally many runs, so that quiet days take no room. */
export function durationBuckets(runs: readonly Timed[], points: number): DurationBucket[] {
  const count = Math.min(points, runs.length);
  return Array.from({ length: count }, (_, at) => {
    const part = runs.slice(
      Math.floor((at * runs.length) / count),
      Math.floor(((at + 1) * runs.length) / count),
    );
    const times = part.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
    const share = (of: number) =>
      times[Math.min(times.length - 1, Math.floor(of * times.length))] ?? 0;
    return {
      from: part[0]?.startedAt ?? 0,
      to: part.at(-1)?.startedAt ?? 0,
      count: part.length,
      failed: part.filter(({ success }) => !success).length,
      median: share(0.5),
      p95: share(0.95),
      max: times.at(-1) ?? 0,
    };
  });
}
