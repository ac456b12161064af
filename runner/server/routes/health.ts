import { languages } from '../../../shared/languages/languages.ts';
import { Health } from '../../../shared/protocol/health.ts';
import type { ToolSettings } from '../../../shared/protocol/settings.ts';
import type { HostHealth } from '../../../shared/protocol/health.ts';
import { hostFault } from '../../../shared/returns/host-faults.ts';
import type { Host, HostFault } from '../../../shared/tool/run/host.ts';
import { hostsFor } from '../../hosts/hosts-for.ts';
import { route, type Route } from '../http/route.ts';
import type { Settings } from '../../store/settings.ts';
import type { WorkspaceState } from '../../store/workspace-state.ts';
import { answerJson } from '../http/answer-json.ts';

interface Needs {
  version: string;
  engine: string;
  workspace: string;
  /** The absolute path of the project. */
  home: string;
  loosened: readonly string[];
  settings: Settings;
  hosts: ReadonlyMap<string, Host>;
  /** The state of the workspace's own files. */
  state: WorkspaceState;
  /** The progress of each host's preparation, by id. */
  progress: ReadonlyMap<string, HostHealth['progress']>;
}

/** The settings that weaken the isolation, by name. */
const looseningsOf = ({ bash, agent, mcp }: ToolSettings): string[] => [
  ...(bash.enableSandbox ? [] : ['dangerously-without-sandbox']),
  ...(bash.confirmDangerousCommands ? [] : ['dangerously-unconfirmed-commands']),
  ...(agent.autoConfirmDangerous ? ['agents-confirm-themselves'] : []),
  ...(mcp.dangerouslyApproveInClient ? ['dangerously-approve-in-client'] : []),
];

/** Health answers soon, even while a host is being prepared. */
const patienceMs = 300;

const notReady = ({ missing: reason, phrase }: HostFault): HostHealth => ({
  ...{ ready: false, layers: [], reason },
  ...(phrase && { phrase }),
});

async function proven(host: Host): Promise<HostHealth> {
  try {
    const fault = await host.missing();
    if (fault) return notReady(fault);
    return { ready: true, layers: await host.layers() };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return notReady(hostFault('host-broken', { why }));
  }
}

async function hostHealth(id: string, host: Host | undefined, parts: Needs): Promise<HostHealth> {
  if (!host) return notReady(hostFault('host-none', { host: id }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = new Promise<HostHealth>((settle) => {
    timer = setTimeout(() => {
      const progress = parts.progress.get(host.id);
      settle({ ...notReady(hostFault('host-preparing')), ...(progress ? { progress } : {}) });
    }, patienceMs);
  });
  try {
    return await Promise.race([proven(host), soon]);
  } finally {
    clearTimeout(timer);
  }
}

async function healthOf(parts: Needs): Promise<Health> {
  const { current } = parts.settings;
  const hosts = hostsFor(current.bash, parts.hosts);
  const rows = [...languages.values()].map(async (language): Promise<[string, HostHealth]> => [
    language.host,
    await hostHealth(language.host, hosts.get(language.host), parts),
  ]);
  const { version, engine, workspace, home } = parts;
  const loosened = [...parts.loosened, ...looseningsOf(current)];
  return {
    ...{ version, engine, workspace, home, loosened },
    ...(await parts.state.told()),
    hosts: Object.fromEntries(await Promise.all(rows)),
  };
}

export const health = (parts: Needs): Route =>
  route({
    method: 'GET',
    path: '/api/health',
    access: 'open',
    summary: 'Whether the runner is up; with a credential, also the active isolation layers',
    answer: Health,
    async handle({ caller }) {
      return answerJson(caller === undefined ? { ok: true } : await healthOf(parts));
    },
  });
