import { z } from 'zod';

/** `POST /api/session`: the page exchanges the one-time token of the address (after `#token=`) for a session. */
export const SessionRequest = z.object({ token: z.string() });
export type SessionRequest = z.infer<typeof SessionRequest>;

/** The response also sets a cookie. Every request of the page repeats `key` in the header `X-Lathe-Session`. */
export const SessionAnswer = z.object({ key: z.string() });
export type SessionAnswer = z.infer<typeof SessionAnswer>;

export const SESSION_HEADER = 'X-Lathe-Session';
