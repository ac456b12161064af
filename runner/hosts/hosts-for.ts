import type { BashToolSettings } from '../../shared/protocol/settings.ts';
import type { Host } from '../../shared/tool/run/host.ts';
import type { Job } from '../../shared/tool/run/job.ts';
import { unboxed } from './open-hosts.ts';

/**
 * The hosts under the current settings. Without the sandbox, shells run unsandboxed and every run needs
 * approval. Scripts see the allowed directories.
 */
export function hostsFor(
  { enableSandbox, allowedDirectories: allowed }: BashToolSettings,
  hosts: ReadonlyMap<string, Host>,
): ReadonlyMap<string, Host> {
  const placed = (job: Job): Job =>
    'environment' in job ? { ...job, guest: { allowed, ...job.guest } } : job;
  return new Map(
    [...hosts].map(([id, boxed]) => {
      const host = (enableSandbox ? undefined : hosts.get(unboxed(id))) ?? boxed;
      if (allowed.length === 0) return [id, host];
      return [
        id,
        { ...host, perform: (job, ...call) => host.perform(placed(job), ...call) } satisfies Host,
      ];
    }),
  );
}
