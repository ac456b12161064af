import type { ApiError } from '../../../shared/protocol/error.ts';
import { diskFault } from '../../platform/disk-fault.ts';
import type { DiskFault } from '../../platform/disk-fault.ts';
import { answerJson } from './answer-json.ts';

/** An answer that is not 2xx: what happened, where in the request, and what to do. */
export const refuse = (
  status: number,
  code: string,
  message: string,
  more: Omit<ApiError['error'], 'code' | 'message'> = {},
): Response => answerJson({ error: { code, message, ...more } } satisfies ApiError, { status });

const unkept: Record<DiskFault['code'], [status: number, hint: string]> = {
  'disk-full': [507, 'Make room on the disk and try again'],
  'read-only': [503, 'Make the workspace writable, or start Lathe with another one'],
  unwritable: [503, 'Look after the disk and try again'],
};

/** The answer to what the disk did not keep: nothing of it counts. Undefined where another thing broke. */
export function unkeptAnswer(error: unknown): Response | undefined {
  const fault = diskFault(error);
  if (!fault) return undefined;
  const [status, hint] = unkept[fault.code];
  return refuse(status, fault.code, `Nothing was changed: ${fault.reason}`, { hint });
}
