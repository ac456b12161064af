import type { BashToolSettings } from '../../shared/protocol/settings.ts';
import type { Host } from '../../shared/tool/host.ts';
import type { Job } from '../../shared/tool/job.ts';
import { unboxed } from './open-hosts.ts';

/**
 * The hosts as the settings want them: without the sandbox, shells run bare, and are asked for each time;
 * scripts run where the person said, and see the folders that they allowed.
 */
export function hostsFor(
  { enableSandbox, defaultWorkingDirectory: directory, allowedDirectories }: BashToolSettings,
  hosts: ReadonlyMap<string, Host>,
): ReadonlyMap<string, Host> {
  const isPlaced = directory !== undefined || allowedDirectories.length > 0;
  const place = { allowed: allowedDirectories, ...(directory === undefined ? {} : { directory }) };
  // A call that names its own place has it.
  const placed = (job: Job): Job =>
    'environment' in job ? { ...job, guest: { ...place, ...job.guest } } : job;
  return new Map(
    [...hosts].map(([id, boxed]) => {
      const host = (enableSandbox ? undefined : hosts.get(unboxed(id))) ?? boxed;
      if (!isPlaced) return [id, host];
      return [
        id,
        { ...host, perform: (job, ...call) => host.perform(placed(job), ...call) } satisfies Host,
      ];
    }),
  );
}
