import type { ApiError, RefusalCode, RefusalValue } from '../../../shared/protocol/error.ts';
import { diskFault, UnreadFile } from '../../platform/disk/disk-fault.ts';
import type { DiskFault } from '../../platform/disk/disk-fault.ts';
import { answerJson } from './answer-json.ts';

type More = Omit<ApiError['error'], 'code' | 'message'>;
type Wanted<Code> = [RefusalValue<Code>] extends [never]
  ? [more?: More]
  : [more: More & { values: Record<RefusalValue<Code>, string | number> }];

/**
 * Returns an error response: what happened, where in the request, and what to do. `values` fill the page's own
 * sentence for the code.
 */
export const refuse = <Code extends RefusalCode>(
  status: number,
  code: Code,
  message: string,
  ...[more]: Wanted<Code>
): Response => answerJson({ error: { code, message, ...more } } satisfies ApiError, { status });

const unkept: Record<DiskFault['code'], [status: number, hint: string]> = {
  'disk-full': [507, 'Make room on the disk and try again'],
  'read-only': [503, 'Make the workspace writable, or start Lathe with another one'],
  unwritable: [503, 'Check the disk and try again'],
};

/** Returns the error response for data that the disk did not store; undefined for any other error. */
export function unkeptAnswer(error: unknown): Response | undefined {
  if (error instanceof UnreadFile) {
    const { message, path, why } = error;
    const hint = 'Make the file readable and try again';
    return refuse(503, 'unread', `Nothing was changed: ${message}`, {
      hint,
      values: { file: path, why },
    });
  }
  const fault = diskFault(error);
  if (!fault) return undefined;
  const [status, hint] = unkept[fault.code];
  return refuse(status, fault.code, `Nothing was changed: ${fault.reason}`, {
    hint,
    values: { why: fault.why },
  });
}
