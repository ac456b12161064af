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
import { openDiscovery } from '../sources/found/open-discovery.ts';
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
import { openHistory } from '../store/open-history.ts';
import { RightsStore } from '../store/rights-store.ts';
import { ScriptModules } from '../store/script-modules.ts';
import { Sessions } from '../store/sessions.ts';
import { Settings } from '../store/settings.ts';
import { ToolStore } from '../store/tool-store.ts';
import { WorkspaceState } from '../store/workspace-state.ts';

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
  const settings = await Settings.open(disk, workspace);
  // From here on no other runner has the workspace.
  const { history, unkept } = await openHistory({
    ...{ disk, openDatabase: platform.openDatabase, workspace },
    keep: () => settings.current.history.keep,
    failed: (error) => given.log(`history: a run could not be kept: ${String(error)}`),
  });
  const [sessions, grants, assets] = await Promise.all([
    Sessions.open(disk, workspace, sha256(secrets.page)),
    Grants.open(disk, workspace),
    Assets.open(disk, `${home}/dist/web`),
  ]);
  const tools = new ToolStore(disk, workspace);
  if (grants.isDamaged) settings.askAlways();
  try {
    await tools.finishSaves();
    // What is set aside before nobody knows what it refused would be forgotten by the next start.
    if (grants.isDamaged) await settings.keepAsking();
    for (const file of [settings, grants, sessions, new RightsStore(disk, workspace)])
      await file.mend();
  } catch (error) {
    given.log(`workspace: damage could not be set aside: ${String(error)}`);
  }
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
  settings.changedElsewhere = () =>
    channel.tell({ event: 'settings', data: { revision: settings.revision } });
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
    state: new WorkspaceState(disk, workspace, settings, unkept),
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
