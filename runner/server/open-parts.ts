import { languages } from '../../shared/languages/languages.ts';
import { Registry } from '../../shared/registry/registry.ts';
import type { Host } from '../../shared/tool/host.ts';
import { Approvals } from '../calls/approvals.ts';
import { Assets } from './assets.ts';
import { Builtins } from '../sources/builtin/builtins.ts';
import { openPlace } from '../sources/builtin/open-place.ts';
import { Channel } from './channel.ts';
import type { Config } from './config.ts';
import { declarersHere } from '../sources/workspace/declarers-here.ts';
import { Drafts } from '../sources/workspace/drafts.ts';
import { openDiscovery } from '../sources/found/discovery.ts';
import { hostsFor } from '../hosts/hosts-for.ts';
import { judgeShell } from '../calls/judging/judge-shell.ts';
import { Library } from '../sources/workspace/library.ts';
import { lazyEndpoint } from './mcp/lazy-endpoint.ts';
import type { Parts } from './parts.ts';
import type { Platform } from '../platform/platform.ts';
import { Questions } from '../calls/questions.ts';
import { Runs } from '../calls/runs.ts';
import { sha256 } from '../platform/sha256.ts';
import { Grants } from '../store/grants.ts';
import { RunStore } from '../store/run-store.ts';
import { ScriptModules } from '../store/script-modules.ts';
import { Sessions } from '../store/sessions.ts';
import { Settings } from '../store/settings.ts';
import { ToolStore } from '../store/tool-store.ts';

export interface Secrets {
  /** Good for one session of the page. */
  page: string;
  admin: string;
  user: string;
}

/** Opens everything that the app works with, on one platform and over one workspace. */
export async function openParts(given: {
  platform: Platform;
  config: Config;
  /** The workspace's real path. */
  workspace: string;
  /** The project's own folder. */
  home: string;
  version: string;
  secrets: Secrets;
  hosts: ReadonlyMap<string, Host>;
  progress: Parts['progress'];
  address: Parts['address'];
  log: Parts['log'];
}): Promise<Parts> {
  const { platform, config, workspace, home, secrets, hosts } = given;
  const { disk } = platform;
  const database = await platform.openDatabase(`${workspace}/.lathe/runs.sqlite`);
  const [sessions, grants, settings, assets] = await Promise.all([
    Sessions.open(disk, workspace, sha256(secrets.page)),
    Grants.open(disk, workspace),
    Settings.open(disk, workspace),
    Assets.open(disk, `${home}/dist/web`),
  ]);
  const history = new RunStore(
    database,
    () => settings.current.history.keep,
    (error) => given.log(`history: a run could not be kept: ${String(error)}`),
  );
  const tools = new ToolStore(disk, workspace);
  const builtins = new Builtins(() => {
    const { allowedDirectories: allowed, defaultWorkingDirectory: directory } =
      settings.current.bash;
    const here = hostsFor(settings.current.bash, hosts);
    return openPlace({ disk, workspace, hosts: here, allowed, directory });
  });
  const registry = new Registry();
  await builtins.register(registry);
  const judge = judgeShell(`${workspace}/files`, () => settings.current.bash.allowedDirectories);
  const channel = new Channel();
  const declarers = declarersHere(hosts);
  const modules = new ScriptModules({
    disk,
    workspace,
    declarers,
    log: given.log,
    ready: (ids) => channel.tell({ event: 'changed', data: { ids } }),
  });
  const discovery = openDiscovery({ workspace, declarers, settings, channel });
  const approvals = new Approvals({
    grants,
    history,
    channel,
    waitMs: () => settings.current.limits.approvalMs,
  });
  const parts: Parts = {
    version: given.version,
    engine: platform.engine,
    workspace,
    home,
    loosened: config.loosened,
    address: given.address,
    credentials: { sessions, admin: sha256(secrets.admin), user: sha256(secrets.user) },
    tools,
    library: new Library(tools, settings, modules, discovery),
    drafts: new Drafts(declarers),
    discovery,
    builtins,
    registry,
    settings,
    history,
    hosts,
    declarers,
    progress: given.progress,
    runs: new Runs({
      invoke: () => ({
        languages,
        hosts: hostsFor(settings.current.bash, hosts),
        judge,
        settings: settings.current,
        limits: settings.current.limits,
      }),
      history,
      approvals,
      questions: new Questions(() => settings.current.limits.approvalMs),
    }),
    approvals,
    grants,
    channel,
    assets,
    mcp: lazyEndpoint(() => parts),
    log: given.log,
  };
  return parts;
}
