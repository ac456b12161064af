import { z } from 'zod';

/** `POST /api/session`: the page exchanges the address's one-time token (after `#token=`) for a session. */
export const SessionRequest = z.object({ token: z.string() });
export type SessionRequest = z.infer<typeof SessionRequest>;

/** The cookie comes beside it; every call of the page repeats `key` in the header `X-Lathe-Session`. */
export const SessionAnswer = z.object({ key: z.string() });
export type SessionAnswer = z.infer<typeof SessionAnswer>;

export const SESSION_HEADER = 'X-Lathe-Session';
