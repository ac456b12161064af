import type { DurationBucket } from '../../../shared/protocol/runs.ts';
import type { SqlRow, SqlValue } from '../../platform/database.ts';
import { searchWords } from '../search-words.ts';
import { alive } from './run-tables.ts';

interface Timed {
  startedAt: number;
  durationMs: number;
  success: boolean;
}

/** A filter of finished runs. */
export interface RunFilter {
  /** The id of a tool folder. */
  tool?: string | undefined;
  outcome?: string | undefined;
  success?: boolean | undefined;
  /** The earliest start, in milliseconds since 1970. */
  since?: number | undefined;
  /** The credential that started the runs. */
  caller?: string | undefined;
  /** Words that must all occur in the tool's name, the arguments or the result. */
  query?: string | undefined;
}

/** The trigram index needs three characters; shorter words are searched in each run. */
const shortest = 3;

/** Returns the part of a query after FROM, with its values. It selects only finished runs. */
export function runFilter(filter: RunFilter): { from: string; values: SqlValue[]; texts: boolean } {
  const words = searchWords(filter.query ?? '');
  const known = words.filter((word) => [...word].length >= shortest);
  const rows: [string, SqlValue | undefined][] = [
    // In a quoted phrase, the index recognizes no operators.
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

/** Returns the time and the duration of a row; nothing if they are damaged. */
export function timedOf(row: SqlRow): Timed[] {
  const [startedAt, durationMs] = [Number(row.started_at), Number(row.duration_ms)];
  return Number.isFinite(startedAt + durationMs)
    ? [{ startedAt, durationMs, success: row.success === 1 }]
    : [];
}

/** Splits runs, oldest first, into at most `points` groups of equal size, so that quiet days take no space. */
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
