import type { Host } from '../shared/tool/host.ts';
import { createBashHost } from './hosts/process/bash-host.ts';
import { createPythonHost } from './hosts/pyodide/python-host.ts';

/** Every host, by id. A new isolation is a folder and a line here. */
export function openHosts(workspace: string): ReadonlyMap<string, Host> {
  const hosts = [createPythonHost({}), createBashHost({ filesDirectory: `${workspace}/files` })];
  return new Map(hosts.map((host) => [host.id, host]));
}
