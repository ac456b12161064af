import { z } from 'zod';
import { isObject } from '../../../shared/schema/json/values.ts';
import { readJson } from '../../../shared/tool/exact-number.ts';
import type { SqlRow } from '../../platform/database.ts';

const TaskState = z.enum(['open', 'cancelling', 'completed', 'failed', 'cancelled']);

/** A call of a program that outlives its connection. */
export interface KeptTask {
  id: string;
  caller: string;
  /** Its run in the history; empty where it has none. */
  runId: string;
  /** The schema of what its tool answers, which its end is checked by. */
  schema: unknown;
  createdAt: number;
  updatedAt: number;
  /** `cancelling`: its client wants it to end, and it goes on. */
  state: z.infer<typeof TaskState>;
  /** What the client gets of its end: a result if it is completed, an error if it has failed. */
  answer?: unknown;
}

const parsed = (text: unknown): unknown => {
  try {
    return readJson(String(text));
  } catch {
    return undefined;
  }
};

/** Milliseconds since 1970, as far as a `Date` goes. */
const Time = z.int().min(0).max(8.64e15);

/** A row as a task; one whose values are damaged has lost its end, and says so. */
export function taskOf(row: SqlRow): KeptTask {
  const state = TaskState.safeParse(row.state).data;
  const answer = row.answer === '' ? undefined : parsed(row.answer);
  const createdAt = Time.safeParse(row.created_at).data;
  const updatedAt = Time.safeParse(row.updated_at).data;
  const isTimed = createdAt !== undefined && updatedAt !== undefined;
  const isLost = state === undefined || !isTimed || (state === 'completed' && !isObject(answer));
  return {
    ...{ id: String(row.id), caller: String(row.caller), runId: String(row.run_id) },
    schema: parsed(row.schema) ?? undefined,
    createdAt: createdAt ?? updatedAt ?? Date.now(),
    updatedAt: updatedAt ?? Date.now(),
    state: isLost ? 'failed' : state,
    answer: isLost ? undefined : answer,
  };
}
