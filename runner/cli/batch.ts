import { writeJson } from '../../shared/tool/exact-number.ts';
import { parseJson } from '../../shared/schema/json/parse-json.ts';
import type { Json } from '../../shared/tool/json.ts';
import type { Session } from './session.ts';

const MOST_UNSENT = 64;

export interface Batch {
  /** How many rows run at a time. */
  width: number;
  answer(row: Json): Promise<unknown>;
  /** Returns the answer to a line that is not JSON, or to a row that failed. */
  refuse(message: string): unknown;
}

/**
 * Answers each JSON line on stdin with one line, in the same order, whatever fails. Skips blank lines. An interrupt
 * stops reading; running rows are answered.
 */
export async function batch({ io }: Session, { width, answer, refuse }: Batch): Promise<void> {
  const busy = new Set<Promise<unknown>>();
  let unsent = 0;
  let sent = Promise.resolve();
  const row = async (line: string): Promise<unknown> => {
    const parsed = parseJson(line);
    if (!parsed.ok) return refuse(`The line is not valid JSON: ${parsed.message}`);
    try {
      return await answer(parsed.value);
    } catch (cause) {
      return refuse(cause instanceof Error ? cause.message : String(cause));
    }
  };
  for await (const line of io.lines()) {
    if (io.interrupt.aborted) break;
    if (line.trim() === '') continue;
    const answered = row(line);
    busy.add(answered);
    void answered.then(() => busy.delete(answered));
    unsent += 1;
    // Each answer is written as soon as its turn comes, because the program may wait for it before the next row.
    sent = sent.then(async () => {
      await io.out(`${writeJson(await answered)}\n`);
      unsent -= 1;
    });
    while (busy.size >= width) await Promise.race(busy);
    // Limits how many answers wait behind a slow row.
    if (unsent >= MOST_UNSENT) await sent;
  }
  await sent;
}
