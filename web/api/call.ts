import type { z } from 'zod';
import { ApiError } from '../../shared/protocol/error.ts';
import type { Answer } from './answer.ts';
import { send } from './send.ts';
import type { Sent } from './send.ts';

/** Calls the runner and parses what it answers. An answer that does not fit its schema is refused. */
export const call = async <T>(
  path: string,
  schema: z.ZodType<T>,
  sent: Sent = {},
): Promise<Answer<T>> => {
  const response = await send(path, sent);
  if (!response) return { kind: 'offline' };
  if (response.status === 401) return { kind: 'no-session' };
  const body: unknown =
    response.status === 204 ? null : await response.json().catch(() => undefined);
  if (!response.ok) return refused(response.status, body);
  const parsed = schema.safeParse(body);
  return parsed.success
    ? { kind: 'ok', value: parsed.data, headers: response.headers }
    : refused(response.status, {
        error: {
          code: 'unexpected-answer',
          message: `The runner answered ${path} with what this page does not understand`,
          path: parsed.error.issues[0]?.path.join('.'),
          hint: 'Reload the page: the runner may be a newer version',
        },
      });
};

const refused = (status: number, body: unknown): Answer<never> => {
  const parsed = ApiError.safeParse(body);
  const error = parsed.success
    ? parsed.data.error
    : { code: 'unknown', message: `The runner answered with status ${status}` };
  return { kind: 'refused', status, error, body };
};
