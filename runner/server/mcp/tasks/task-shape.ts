import { inputRequired } from '@modelcontextprotocol/server';
import type { InputRequests, JSONObject } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isObject } from '../../../../shared/schema/json/values.ts';
import type { KeptTask } from '../../../store/tasks/task-row.ts';
import { KEPT_MS } from '../../../store/tasks/task-store.ts';
import type { HeldCall } from '../held-call.ts';

/** A task for a client. Source: the extension `io.modelcontextprotocol/tasks`, SEP-2663. */
export interface Task {
  taskId: string;
  status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  statusMessage?: string;
  /** ISO 8601. */
  createdAt: string;
  lastUpdatedAt: string;
  /** From the creation; a running task is kept, so the value grows until its end. */
  ttlMs: number;
  pollIntervalMs: number;
  inputRequests?: InputRequests;
  result?: JSONObject;
  error?: { code: number; message: string };
  [key: string]: unknown;
}

const POLL_MS = 1_000;
/** A JSON-RPC error: the server's own fault. */
export const INTERNAL = -32603;

/** The clock may be set back, so an end is never before the start. */
const timed = (createdAt: number, updatedAt: number, aliveAt: number) => ({
  createdAt: new Date(createdAt).toISOString(),
  lastUpdatedAt: new Date(Math.max(createdAt, updatedAt)).toISOString(),
  ttlMs: Math.max(0, aliveAt - createdAt) + KEPT_MS,
  pollIntervalMs: POLL_MS,
});

/** Returns a running task without its questions. */
export function goingOn(id: string, createdAt: number, { news, changedAt }: HeldCall): Task {
  return {
    ...{ taskId: id, status: 'working' },
    ...(news === undefined ? {} : { statusMessage: news }),
    ...timed(createdAt, changedAt, Date.now()),
  };
}

/** Returns its questions. */
export function asking(task: Task, asked: HeldCall['asked']): Task {
  const all = Object.entries(asked).map(
    ([key, params]) => [key, inputRequired.elicit(params)] as const,
  );
  if (all.length === 0) return task;
  return { ...task, status: 'input_required', inputRequests: Object.fromEntries(all) };
}

export const LOST = { code: INTERNAL, message: 'What came of this call could not be read' };
const Fault = z.object({ code: z.int(), message: z.string() });

/** Returns a finished task. */
export function ended({ id, createdAt, updatedAt, state, answer }: KeptTask): Task {
  const common = { taskId: id, ...timed(createdAt, updatedAt, updatedAt) };
  if (state === 'cancelled')
    return { ...common, status: 'cancelled', statusMessage: 'Its client cancelled it' };
  if (state === 'completed' && isObject(answer))
    return { ...common, status: 'completed', result: answer as JSONObject };
  const error = (state === 'failed' && Fault.safeParse(answer).data) || LOST;
  return { ...common, status: 'failed', statusMessage: error.message, error };
}
