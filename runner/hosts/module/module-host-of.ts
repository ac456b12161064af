import type { Host } from '../../../shared/tool/host.ts';
import type { ModuleHost } from './module-host.ts';

const isModuleHost = (host: Host): host is ModuleHost => 'fire' in host && 'sessionOf' in host;

/** The host of modules among all hosts, for what only it can be asked. */
export function moduleHostOf(hosts: ReadonlyMap<string, Host>): ModuleHost | undefined {
  const host = hosts.get('module');
  return host && isModuleHost(host) ? host : undefined;
}
