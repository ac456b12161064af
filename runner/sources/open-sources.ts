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
import type { Disk } from '../platform/disk.ts';
import { nodeDisk } from '../platform/node-disk.ts';
import { ScriptModules } from '../store/script-modules.ts';
import type { Settings } from '../store/settings.ts';
import type { ToolStore } from '../store/tool-store.ts';
import { Builtins } from './builtin/builtins.ts';
import { fileAccess } from './builtin/paths/file-access.ts';
import { openPlace } from './builtin/open-place.ts';
import { Found } from './found/found.ts';
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
  /** Where calls work, if that is not the workspace's own folder for it. */
  files?: string | undefined;
  store: ToolStore;
  settings: Settings;
  hosts: ReadonlyMap<string, Host>;
  /** Read modules as tools, by the id of their language. */
  declarers: Declarers;
  log(line: string): void;
  /** Hears of units that became ready, came or went by themselves. */
  changed(ids: string[]): void;
  /** Servers of other programs; none where they are left out. */
  servers?: RemoteServers | undefined;
  /** Given when the runner ends. */
  closing?: AbortSignal;
}

/** Where a program starts that its caller wants in `cwd`: within the workspace's files, or what was opened. */
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
  if ((await nodeDisk.look(access.path))?.kind !== 'folder')
    return { reason: pathReason('no-such-folder', { path: cwd }) };
  return { directory: access.path };
}

/** Checks large arguments beside the event loop. */
const check: Engine['check'] = async (parameters, args) => {
  const done = await aside('check', [parameters, args], { key: 'check' });
  if (done.ok) return done.value === undefined ? {} : { fault: done.value };
  return done.afterMs === undefined ? { broke: done.reason } : { late: done.afterMs };
};

/** What the code of authors runs on in a workspace, as the settings want it at the moment of a call. */
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

/** The agents that a model is told of. */
const agentsIn = (registry: Registry<RunnerUnit>) =>
  registry
    .offered()
    .flatMap(({ tool: { name, language, description } }) =>
      language === 'agent' ? [{ name, description: description.short }] : [],
    );

/** Opens the registry of a workspace with everything that fills it. */
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
  const found = new Found({
    ...{ workspace, declarers, surroundings, settings, registry, engine, changed },
  });
  const remote = given.servers && new Remote(given.servers, registry, engine);
  const sources = new Sources({
    ...{ registry, workspace: folders, builtins, found, remote, settings, absent },
  });
  // A server's tools are named beside those that there are, so these are read first.
  if (given.servers)
    given.servers.namesBeside = async (server) => {
      await sources.fresh();
      const others = registry.getAll().filter(({ unit }) => unit.id !== `mcp:${server}`);
      return new Set(others.map(({ tool }) => tool.name));
    };
  return { sources, engine };
}
