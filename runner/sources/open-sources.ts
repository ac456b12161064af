import { languages } from '../../shared/languages/languages.ts';
import type { ToolSettings } from '../../shared/protocol/settings.ts';
import type { Engine } from '../../shared/registry/authored/authored-plan.ts';
import { pathReason } from '../../shared/registry/approval/reasons.ts';
import type { Reason } from '../../shared/tool/problem/reason.ts';
import { Registry } from '../../shared/registry/registry.ts';
import type { Declarers } from '../../shared/tool/declared.ts';
import type { Host } from '../../shared/tool/run/host.ts';
import { aside } from '../aside/aside.ts';
import { judgeShell } from '../calls/judging/judge-shell.ts';
import { agentHostIn } from '../conversations/agents/agent-host.ts';
import { moduleHostOf } from '../hosts/module/module-host.ts';
import { hostsFor } from '../hosts/hosts-for.ts';
import type { Disk } from '../platform/disk/disk.ts';
import { realFolder } from '../platform/disk/folders.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { ScriptModules } from '../store/tools/script-modules.ts';
import type { Settings } from '../store/settings.ts';
import type { ToolStore } from '../store/tools/tool-store.ts';
import { Builtins } from './builtin/builtins.ts';
import { fileAccess } from './builtin/paths/file-access.ts';
import { openPlace } from './builtin/open-place.ts';
import { External } from './external/external.ts';
import { Remote } from './remote/remote.ts';
import type { RemoteServers } from '../remote/servers.ts';
import { Absent } from './absent.ts';
import { isOn, Sources } from './sources.ts';
import type { RunnerUnit } from './unit.ts';
import { Workspace } from './workspace/workspace.ts';

interface Given {
  disk: Disk;
  /** The workspace's folder. */
  workspace: string;
  /** The working directory of calls, if it is not the workspace's own folder for files. */
  files?: string | undefined;
  store: ToolStore;
  settings: Settings;
  hosts: ReadonlyMap<string, Host>;
  /** The readers of modules, by the id of their language. */
  declarers: Declarers;
  log(line: string): void;
  /** Called with units that became ready, appeared or disappeared. */
  changed(ids: string[]): void;
  /** Other programs' servers; absent if there are none. */
  servers?: RemoteServers | undefined;
  /** Aborts when the runner shuts down. */
  closing?: AbortSignal;
}

/** Returns the working directory for `cwd`, inside the workspace's files or an allowed folder. */
async function placeOf(
  cwd: string,
  files: string,
  allowed: readonly string[],
): Promise<{ directory: string } | { reason: Reason }> {
  const boundary = await nodeDisk.real(files).catch(() => files);
  const where = { disk: nodeDisk, boundary, directory: boundary, allowed, closed: [] };
  const access = await fileAccess(cwd, where);
  if (access.kind === 'refused') return { reason: access.reason };
  if (access.kind === 'outside')
    return { reason: pathReason('scripts-stay-inside', { path: cwd }) };
  // An allowed folder may be one that the runner itself may not look into.
  if (realFolder(access.path) !== access.path)
    return { reason: pathReason('no-such-folder', { path: cwd }) };
  return { directory: access.path };
}

/** Checks large arguments outside the event loop. */
const check: Engine['check'] = async (parameters, args) => {
  const done = await aside('check', [parameters, args], { key: 'check' });
  if (done.ok) return done.value === undefined ? {} : { fault: done.value };
  return done.afterMs === undefined ? { broke: done.reason } : { late: done.afterMs };
};

/** Returns the engine of a workspace, which reads the settings at each call. */
export function engineOf(
  workspace: string,
  hosts: ReadonlyMap<string, Host>,
  settings: () => Pick<ToolSettings, 'bash' | 'limits'>,
  files = `${workspace}/files`,
): () => Engine {
  const judge = judgeShell(files, () => settings().bash.allowedDirectories);
  const place = (cwd: string) => placeOf(cwd, files, settings().bash.allowedDirectories);
  return () => {
    const { bash, limits } = settings();
    return { languages, hosts: hostsFor(bash, hosts), judge, check, place, bash, limits };
  };
}

/** Returns the agents that a model is offered. */
const agentsIn = (registry: Registry<RunnerUnit>) =>
  registry
    .offered()
    .flatMap(({ tool: { name, language, description } }) =>
      language === 'agent' ? [{ name, description: description.short }] : [],
    );

/** Opens the registry of a workspace with all its sources. */
export function openSources(given: Given): { sources: Sources; engine: () => Engine } {
  const { disk, workspace, files, store, settings, hosts, declarers, log, changed } = given;
  agentHostIn(hosts)?.heed(() => settings.current.agent);
  const absent = new Absent(hosts);
  const isLeft = isOn(settings);
  const registry = new Registry<RunnerUnit>(
    (unit, tool) => isLeft(unit, tool) && absent.reasonOf(unit) === undefined,
  );
  const engine = engineOf(workspace, hosts, () => settings.current, files);
  const builtins = new Builtins(
    registry,
    () => {
      const { allowedDirectories: allowed, defaultWorkingDirectory: directory } =
        settings.current.bash;
      const here = hostsFor(settings.current.bash, hosts);
      return openPlace({ disk, workspace, files, hosts: here, allowed, directory });
    },
    engine,
  );
  const host = moduleHostOf(hosts);
  host?.heed(() => agentsIn(registry));
  const surroundings = host?.surroundings;
  const { closing } = given;
  const modules = new ScriptModules({
    ...{ disk, workspace, declarers, surroundings, log, closing },
  });
  const folders = new Workspace({
    disk,
    workspace,
    store,
    modules,
    registry,
    engine,
    late: changed,
  });
  const external = new External({
    ...{ workspace, declarers, surroundings, settings, registry, engine, changed },
  });
  const remote = given.servers && new Remote(given.servers, registry, engine);
  const sources = new Sources({
    ...{ registry, workspace: folders, builtins, external, remote, settings, absent },
  });
  // Names of a server's tools depend on the other tools, so these are read first.
  if (given.servers)
    given.servers.namesBeside = async (server) => {
      await sources.fresh();
      const others = registry.getAll().filter(({ unit }) => unit.id !== `mcp:${server}`);
      return new Set(others.map(({ tool }) => tool.name));
    };
  return { sources, engine };
}
