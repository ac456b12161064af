import { z } from 'zod';
import { isObject } from '../../../shared/schema/json/values.ts';
import { readJson } from '../../../shared/tool/exact-number.ts';
import type { SqlRow } from '../../platform/database.ts';

const TaskState = z.enum(['open', 'cancelling', 'completed', 'failed', 'cancelled']);

/** A call of an MCP client that outlives its connection. */
export interface KeptTask {
  id: string;
  caller: string;
  /** The id of its run in the history; empty if there is none. */
  runId: string;
  /** The output schema of the tool, which checks the result. */
  schema: unknown;
  createdAt: number;
  updatedAt: number;
  /** `cancelling`: the client cancelled the call, which is still running. */
  state: z.infer<typeof TaskState>;
  /** The client's answer: a result if the task is completed, an error if it failed. */
  answer?: unknown;
}

const parsed = (text: unknown): unknown => {
  try {
    return readJson(String(text));
  } catch {
    return undefined;
  }
};

/** Milliseconds since 1970, within the range of `Date`. */
const Time = z.int().min(0).max(8.64e15);

/** Parses a row. A damaged one becomes a task whose result is lost. */
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
