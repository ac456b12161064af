import { writeJson } from '../../shared/tool/exact-number.ts';
import { parseJson } from '../../shared/schema/json/parse-json.ts';
import type { Json } from '../../shared/tool/json.ts';
import type { Session } from './session.ts';

const MOST_UNSENT = 64;

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
    // Each answer leaves as soon as it is its turn: a program may wait for it before it asks again.
    sent = sent.then(async () => {
      await io.out(`${writeJson(await answered)}\n`);
      unsent -= 1;
    });
    while (busy.size >= width) await Promise.race(busy);
    // One slow row must not heap up the answers behind it.
    if (unsent >= MOST_UNSENT) await sent;
  }
  await sent;
}
