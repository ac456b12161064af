import { SESSION_HEADER } from '../../shared/protocol/session.ts';
import { connection } from './connection.svelte.ts';
import { sessionKey } from './session-key.ts';

export interface Sent {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

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
      body: sent.body === undefined ? undefined : JSON.stringify(sent.body),
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
