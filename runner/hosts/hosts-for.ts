import type { BashToolSettings } from '../../shared/protocol/settings.ts';
import type { Host } from '../../shared/tool/run/host.ts';
import type { Job } from '../../shared/tool/run/job.ts';
import { unboxed } from './open-hosts.ts';

/**
 * The hosts under the current settings. Without the sandbox, shells run unsandboxed and every run needs
 * approval. Scripts run in the configured directory and see the allowed directories.
 */
export function hostsFor(
  { enableSandbox, defaultWorkingDirectory: directory, allowedDirectories }: BashToolSettings,
  hosts: ReadonlyMap<string, Host>,
): ReadonlyMap<string, Host> {
  const isPlaced = directory !== undefined || allowedDirectories.length > 0;
  const place = { allowed: allowedDirectories, ...(directory === undefined ? {} : { directory }) };
  // A call with its own directory keeps it.
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
