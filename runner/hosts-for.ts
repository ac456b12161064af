import type { BashToolSettings } from '../shared/protocol/settings.ts';
import type { Host } from '../shared/tool/host.ts';

/** The hosts as the settings want them: without the sandbox, bash runs bare, and is asked for each time. */
export function hostsFor(
  { enableSandbox }: Pick<BashToolSettings, 'enableSandbox'>,
  hosts: ReadonlyMap<string, Host>,
): ReadonlyMap<string, Host> {
  const bare = hosts.get('bash-unboxed');
  return enableSandbox || bare === undefined ? hosts : new Map([...hosts, ['bash', bare]]);
}
