import { parseJson } from '../../shared/schema/parse-json.ts';
import type { Json } from '../../shared/tool/json.ts';
import type { Session } from './session.ts';

export interface Batch {
  /** Rows that may be under way at once. */
  width: number;
  answer(row: Json): Promise<unknown>;
  /** The answer to a line that is no JSON, or to a row that broke something. */
  refuse(message: string): unknown;
}

/**
 * Answers JSON lines on stdin with one line each, in the same order, whatever fails. Blank lines are
 * no rows. An interrupt stops the reading; rows under way are answered.
 */
export async function batch({ io }: Session, { width, answer, refuse }: Batch): Promise<void> {
  const waiting: Promise<unknown>[] = [];
  const flush = async (most: number) => {
    while (waiting.length > most) await io.out(`${JSON.stringify(await waiting.shift())}\n`);
  };
  const row = async (line: string): Promise<unknown> => {
    const parsed = parseJson(line);
    if (!parsed.ok) return refuse(`The line is no valid JSON: ${parsed.message}`);
    try {
      return await answer(parsed.value);
    } catch (cause) {
      return refuse(cause instanceof Error ? cause.message : String(cause));
    }
  };
  for await (const line of io.lines()) {
    if (io.interrupt.aborted) break;
    if (line.trim() === '') continue;
    waiting.push(row(line));
    await flush(width - 1);
  }
  await flush(0);
}
