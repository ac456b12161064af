import type { ApiError } from '../../../shared/protocol/error.ts';

/** An answer that is not 2xx: what happened, where in the request, and what to do. */
export const refuse = (
  status: number,
  code: string,
  message: string,
  more: Omit<ApiError['error'], 'code' | 'message'> = {},
): Response => Response.json({ error: { code, message, ...more } } satisfies ApiError, { status });
