import type { BashToolSettings } from '../../shared/protocol/settings.ts';
import type { Host } from '../../shared/tool/host.ts';
import type { Job } from '../../shared/tool/job.ts';

const shells = ['bash', 'powershell'];

/**
 * The hosts as the settings want them: without the sandbox, bash runs bare, and is asked for each time;
 * scripts run where the person said, and see the folders that they allowed.
 */
export function hostsFor(
  { enableSandbox, defaultWorkingDirectory: directory, allowedDirectories }: BashToolSettings,
  hosts: ReadonlyMap<string, Host>,
): ReadonlyMap<string, Host> {
  const chosen = new Map(hosts);
  const bare = hosts.get('bash-unboxed');
  if (!enableSandbox && bare) chosen.set('bash', bare);
  if (directory === undefined && allowedDirectories.length === 0) return chosen;
  const placed = (job: Job): Job =>
    'environment' in job
      ? {
          ...job,
          guest: {
            ...(directory === undefined ? {} : { directory }),
            allowed: allowedDirectories,
            // A call that names its own place has it.
            ...job.guest,
          },
        }
      : job;
  for (const id of shells) {
    const host = chosen.get(id);
    if (!host) continue;
    chosen.set(id, {
      ...host,
      perform: (job, tell, signal) => host.perform(placed(job), tell, signal),
    });
  }
  return chosen;
}
