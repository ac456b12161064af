import { z } from 'zod';
import type { Fault } from '../../tool/run/ending.ts';
import type { Host } from '../../tool/run/host.ts';
import type { Job } from '../../tool/run/job.ts';

/** The statements of a tool's own code about a call before it runs. */
export const Permission = z.object({
  /** Why it refuses the arguments, in its author's words. */
  refusal: z.string().optional(),
  /** The part of the call that a permission rule matches, such as the command. */
  signature: z.string().optional(),
  /** The rule that covers calls like this one, such as `Edit:/src/*`. */
  rule: z.string().optional(),
});
export type Permission = z.infer<typeof Permission>;

/** The same fault in the words of the tool's author; the list of issues stays. */
export const inOwnWords = ({ missing, ...fault }: Fault, refusal: string | undefined): Fault =>
  refusal === undefined
    ? { ...fault, ...(missing && { missing }) }
    : { ...fault, message: refusal };

/** Asks a module's own code about a call. If that code fails, it says nothing. */
export async function permissionOf(host: Host, job: Job, signal: AbortSignal) {
  if (!('folder' in job)) return undefined;
  const ending = await host.perform({ ...job, task: 'permission' }, () => undefined, signal);
  return Permission.safeParse(ending.value).data;
}
