import type { z } from 'zod';
import { readJson, writeJson } from '../../shared/tool/exact-number.ts';
import { ApiError } from '../../shared/protocol/error.ts';
import { SESSION_HEADER } from '../../shared/protocol/session.ts';
import { connection } from './connection.svelte.ts';

/** What came of a call: a parsed value, or why there is none. */
export type Answer<T> =
  | { kind: 'ok'; value: T; headers: Headers }
  /** Nothing answered: the runner is gone or the network is. */
  | { kind: 'offline' }
  /** The runner knows this page no longer, or never did. */
  | { kind: 'no-session' }
  | { kind: 'refused'; status: number; error: ApiError['error']; body: unknown };

export interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Calls the runner and parses what it answers. An answer that does not fit its schema is refused. */
export const call = async <T>(
  path: string,
  schema: z.ZodType<T>,
  sent: Sent = {},
): Promise<Answer<T>> => {
  const response = await send(path, sent);
  if (!response) return { kind: 'offline' };
  if (response.status === 401) return { kind: 'no-session' };
  const body: unknown = response.status === 204 ? null : await jsonOf(response);
  if (!response.ok) return refused(response.status, body);
  const parsed = schema.safeParse(body);
  return parsed.success
    ? { kind: 'ok', value: parsed.data, headers: response.headers }
    : refused(response.status, {
        error: {
          code: 'unexpected-answer',
          message: `This page does not understand the runner's answer to ${path}`,
          path: parsed.error.issues[0]?.path.join('.'),
          hint: 'Reload the page: the runner may be a newer version',
        },
      });
};

/** What an answer holds; undefined where that is no JSON. */
export const jsonOf = (response: Response): Promise<unknown> =>
  response
    .text()
    .then(readJson)
    .catch(() => undefined);

const refused = (status: number, body: unknown): Answer<never> => ({
  kind: 'refused',
  status,
  error: errorIn(status, body),
  body,
});

/** The error that a refusal's body holds, or one that names its status. */
export const errorIn = (status: number, body: unknown): ApiError['error'] => {
  const parsed = ApiError.safeParse(body);
  return parsed.success
    ? parsed.data.error
    : { code: 'unknown', message: `The runner answered with status ${status}` };
};

/** Sends a request of the page; undefined when nothing answered. An abort of the caller's signal throws. */
export const send = async (path: string, sent: Sent = {}): Promise<Response | undefined> => {
  const headers = new Headers(sent.headers);
  const key = sessionKey.read();
  if (key) headers.set(SESSION_HEADER, key);
  if (sent.body !== undefined) headers.set('Content-Type', 'application/json');
  try {
    const response = await fetch(path, {
      method: sent.method ?? 'GET',
      headers,
      body: sent.body === undefined ? undefined : writeJson(sent.body),
      signal: sent.signal,
      credentials: 'same-origin',
      cache: 'no-store',
    });
    connection.saw(path, response.status);
    return response;
  } catch (thrown) {
    if (sent.signal?.aborted) throw thrown;
    connection.lost();
    return undefined;
  }
};

const name = 'lathe.session';

/** The key of this page's session; it survives a reload and is shared by tabs of the same address. */
export const sessionKey = {
  read(): string | undefined {
    try {
      return sessionStorage.getItem(name) ?? localStorage.getItem(name) ?? undefined;
    } catch {
      return kept;
    }
  },
  write(key: string): void {
    kept = key;
    try {
      sessionStorage.setItem(name, key);
      localStorage.setItem(name, key);
    } catch {
      // A browser without storage keeps the session until the page is closed.
    }
  },
  clear(): void {
    kept = undefined;
    try {
      sessionStorage.removeItem(name);
      localStorage.removeItem(name);
    } catch {
      // There was nothing to remove.
    }
  },
};

let kept: string | undefined;
