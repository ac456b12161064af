import type { ApiError } from '../../shared/protocol/error.ts';

/** What came of a call: a parsed value, or why there is none. */
export type Answer<T> =
  | { kind: 'ok'; value: T; headers: Headers }
  /** Nothing answered: the runner is gone or the network is. */
  | { kind: 'offline' }
  /** The runner knows this page no longer, or never did. */
  | { kind: 'no-session' }
  | { kind: 'refused'; status: number; error: ApiError['error']; body: unknown };
