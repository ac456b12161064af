import { RunRecord } from '../../../shared/protocol/runs.ts';
import { say } from '../../../shared/returns/said.ts';
import { shape } from '../../../shared/returns/shape.ts';
import { Arguments } from '../../../shared/tool/json.ts';
import { readJson, writeJson } from '../../../shared/tool/exact-number.ts';
import { unrun } from '../../../shared/tool/run/ending.ts';
import type { SqlRow } from '../../platform/database.ts';

const most = 1_000;

/** Returns the searchable text of a run: the tool's name and the beginnings of its arguments and result. */
export const runText = ({ tool, arguments: args, result }: RunRecord): string =>
  [tool, writeJson(args ?? {}).slice(0, most), result?.llmContent.slice(0, most) ?? ''].join(' ');

/** How many characters of each text the history keeps; a tool's own limit is usually lower. */
const MOST = 1024 * 1024;
const SAID = say('said-history-cut', { most: MOST });

/** Returns the beginning of a text without splitting a surrogate pair. */
const head = (text: string): string =>
  text.length <= MOST ? text : text.slice(0, MOST).replace(/[\ud800-\udbff]$/, '');

/** Returns the record with long texts shortened, which the texts then say. */
export function boundedRecord(record: RunRecord): RunRecord {
  const { result, ending } = record;
  const bounded = { ...record };
  if (result && [result.llmContent, result.displayContent].some((text) => text.length > MOST)) {
    const cut = (text: string) => (text.length > MOST ? `${head(text)}\n[${SAID}]` : text);
    bounded.result = {
      ...result,
      llmContent: cut(result.llmContent),
      displayContent: cut(result.displayContent),
    };
  }
  if (ending && [ending.stdout, ending.stderr, ending.output].some((text) => text.length > MOST)) {
    const output = head(ending.output);
    const lost = new TextEncoder().encode(ending.output.slice(output.length)).length;
    bounded.ending = {
      ...ending,
      ...{ stdout: head(ending.stdout), stderr: head(ending.stderr), output },
      truncated: true,
      droppedBytes: (ending.droppedBytes ?? 0) + lost,
      warnings: [...(ending.warnings ?? []), SAID],
    };
  }
  return bounded;
}

const Kept = RunRecord.pick({ result: true, ending: true, steps: true });

const parsed = (text: unknown): unknown => {
  try {
    return readJson(String(text));
  } catch {
    return undefined;
  }
};

const DAMAGED = 'The record of this run in the history is damaged';

const textOr = (value: unknown, other: string) => (typeof value === 'string' ? value : other);

/** Parses a row. Damaged texts become empty; a row with another damaged value is a crashed run that says so. */
export const recordOf = (row: SqlRow): RunRecord => {
  const kept = Kept.safeParse(parsed(row.record ?? '{}')).data ?? {};
  const read = RunRecord.safeParse({
    id: row.id,
    toolId: row.tool_id,
    tool: row.tool,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    outcome: row.outcome,
    success: row.success === 1,
    ...kept,
    arguments: Arguments.safeParse(parsed(row.arguments)).data,
  });
  if (read.success) return read.data;
  const tool = textOr(row.tool, '');
  const ending = unrun({ kind: 'crashed', reason: DAMAGED });
  return {
    ...{ id: textOr(row.id, `damaged-${row.seq}`), toolId: textOr(row.tool_id, ''), tool },
    ...{ startedAt: Number(row.started_at) || 0, durationMs: Number(row.duration_ms) || 0 },
    ...{ outcome: 'crashed', success: false, ending, result: shape(ending, { name: tool }).result },
  };
};
