import type { HostHealth } from '../../shared/protocol/health.ts';
import type { Host } from '../../shared/tool/run/host.ts';
import { moduleHostOf } from '../hosts/module/module-host.ts';
import { Approvals } from '../calls/approvals.ts';
import { Help } from '../conversations/help/help.ts';
import { openConversations } from '../conversations/open-conversations.ts';
import { Questions } from '../calls/questions.ts';
import { Runs } from '../calls/runs.ts';
import { openModels } from '../conversations/models/open-models.ts';
import { variable } from '../platform/process/own-process.ts';
import { findPrograms } from '../platform/process/programs.ts';
import type { Answer, Platform } from '../platform/platform.ts';
import { sha256 } from '../platform/sha256.ts';
import { RemoteServers } from '../remote/servers.ts';
import { openSources } from '../sources/open-sources.ts';
import { declarersHere } from '../sources/workspace/declarers-here.ts';
import { Drafts } from '../sources/workspace/drafts.ts';
import { Grants } from '../store/grants.ts';
import { openConversationStore, openHistory, openTaskStore } from '../store/runs/open-history.ts';
import { RightsStore } from '../store/rights-store.ts';
import { Sessions } from '../store/sessions.ts';
import { Settings } from '../store/settings.ts';
import { ToolStore } from '../store/tools/tool-store.ts';
import { WorkspaceState } from '../store/workspace-state.ts';
import { createApp } from './app.ts';
import { Assets } from './assets.ts';
import { Channel } from './channel.ts';
import type { Config } from './config.ts';
import { followRegistry } from './follow-registry.ts';
import { lazyEndpoint } from './mcp/offer.ts';
import type { openEndpoint } from './mcp/open-endpoint.ts';
import { Rehearsal } from './rehearsal.ts';
import type { RehearsalNeeds } from './rehearsal.ts';
import { routesOf } from './routes/routes.ts';
import { signInRedirect } from './routes/sign-in.ts';

export interface Secrets {
  /** Valid for one session of the page. */
  page: string;
  admin: string;
  user: string;
}

interface Given {
  platform: Platform;
  config: Config;
  /** The real path of the workspace. */
  workspace: string;
  /** The absolute path of the project's folder. */
  home: string;
  version: string;
  secrets: Secrets;
  hosts: ReadonlyMap<string, Host>;
  /** The progress of each host's preparation, by id. */
  progress: ReadonlyMap<string, HostHealth['progress']>;
  /** The listening address, once there is one. */
  address(): {
    /** An IP address, empty before. */
    boundTo: string;
    port: number;
    authorities: readonly string[];
  };
  /** Called for errors that no request caused. Never gets a token, a body or an argument. */
  log(line: string): void;
}

/** The app and its resources. */
export interface OpenApp {
  answer: Answer;
  /** Makes trial calls while the runner is idle; settles with their number. */
  rehearse(): Promise<number>;
  /** Cancels running calls and ends the streams that callers may still read. */
  stop(): Promise<void>;
  /** Closes whatever the last responses need. */
  close(): void;
}

/** Opens everything that the app needs, on one platform and over one workspace. */
export async function openApp(given: Given): Promise<OpenApp> {
  const { platform, workspace, secrets, hosts, log, address } = given;
  const { disk } = platform;
  const settings = await Settings.open(disk, workspace);
  // From here on no other runner can open the workspace.
  const { history, conversationStore, unkept } = await openKept(given, settings);
  const [sessions, grants, assets] = await openFiles(given);
  const credentials = { sessions, admin: sha256(secrets.admin), user: sha256(secrets.user) };
  const store = new ToolStore(disk, workspace);
  const models = openModels({ ...findPrograms(), ...modelLimits(), disk, workspace, variable });
  await mend({ disk, workspace, store, settings, grants, sessions, keys: models.keys, log });
  const channel = new Channel();
  settings.changedElsewhere = () =>
    channel.tell({ event: 'settings', data: { revision: settings.revision } });
  const state = new WorkspaceState(disk, workspace, settings, unkept);
  const changed = (ids: string[]) => channel.tell({ event: 'changed', data: { ids } });
  const declarers = declarersHere(hosts);
  const ending = new AbortController();
  const { signal: closing } = ending;
  const servers = await openServers(given, models, channel);
  const { sources, engine } = openSources({
    ...{ disk, workspace, store, settings, hosts, declarers, servers, log, changed, closing },
  });
  const parts = { engine, settings, grants };
  const { approvals, runs } = openCalls({ ...parts, history, channel });
  const mcp = mcpOver(given, { settings, sources, runs, channel, history, closing });
  const newDrafts = () => new Drafts(declarers, engine, moduleHostOf(hosts)?.surroundings);
  const all = {
    ...{ ...given, engine: platform.engine, loosened: given.config.loosened, settings, channel },
    ...{ external: sources.external, state, credentials, sources, store, declarers, mcp },
    drafts: newDrafts(),
  };
  const conversations = openConversations({
    ...{ store: conversationStore, runs, sources, settings, history, models },
    ...{ hosts, disk, workspace },
    changed: (id) => channel.tell({ event: 'conversations', data: { ids: [id] } }),
  });
  const help = new Help({ models, declarers });
  const talked = { conversations, conversationStore, models, help, servers };
  const routes = routesOf({ ...all, ...talked, runs, approvals, grants, history });
  const unwatched = (error: unknown) => log(String(error));
  const watching = await followRegistry(platform, workspace, sources, channel).catch(unwatched);
  const needs = { sources, settings, drafts: newDrafts() };
  const rehearsal = rehearsalOf(given, parts, { runs, needs, assets, sessions, closing });
  return {
    answer: rehearsal.heard(createApp({ routes, credentials, address, assets, log })),
    rehearse: () => rehearsal.hold(),
    async stop() {
      ending.abort();
      await conversations.living.stopAll();
      runs.cancelAll();
      const others = [mcp.close(), models.close(), servers.close(), rehearsal.over()];
      await Promise.allSettled([watching?.close(), ...others]);
    },
    close() {
      history.close();
      conversationStore.close();
    },
  };
}

const openFiles = ({ platform: { disk }, workspace, home, secrets }: Given) =>
  Promise.all([
    Sessions.open(disk, workspace, sha256(secrets.page)),
    Grants.open(disk, workspace),
    Assets.open(disk, `${home}/dist/web`),
  ]);

/** The pipeline of all calls, with a history and a channel of its own. */
const rehearsalOf = (
  { platform: { openDatabase }, address }: Given,
  parts: Omit<Parameters<typeof openCalls>[0], 'history' | 'channel'>,
  {
    runs,
    ...rest
  }: Pick<RehearsalNeeds, 'needs' | 'assets' | 'sessions' | 'closing'> & {
    runs: Runs;
  },
) =>
  new Rehearsal({
    ...{ ...rest, openDatabase, address },
    runsOver: (unread) => openCalls({ ...parts, ...unread }).runs,
    isBusy: () => runs.areGoing,
  });

/** The MCP servers of other programs, none of them started. */
async function openServers(
  { platform, workspace, version, log, address }: Given,
  models: ReturnType<typeof openModels>,
  channel: Channel,
): Promise<RemoteServers> {
  const reach = { ...findPrograms(), disk: platform.disk, workspace, variable };
  const servers = await RemoteServers.open({
    ...{ ...reach, models, version },
    redirect: () => signInRedirect(address().authorities),
  });
  await servers
    .mend()
    .catch(() => log('workspace: damage of what is kept of servers could not be set aside'));
  servers.changed = (name) => channel.tell({ event: 'mcp-servers', data: { names: [name] } });
  return servers;
}

/** The parts that calls go through. */
function openCalls(given: {
  engine: ReturnType<typeof openSources>['engine'];
  settings: Settings;
  grants: Grants;
  history: ConstructorParameters<typeof Runs>[0]['history'];
  channel: Channel;
}) {
  const { engine, grants, history, channel } = given;
  const settings = () => given.settings.current;
  const waitMs = () => settings().limits.approvalMs;
  const approvals = new Approvals({ grants, history, channel, waitMs });
  const questions = new Questions(waitMs);
  return { approvals, runs: new Runs({ engine, settings, history, approvals, questions }) };
}

function mcpOver(
  given: Given,
  parts: Omit<Parameters<typeof openEndpoint>[0], 'disk' | 'workspace' | 'tasks'>,
) {
  const databases = databasesOf(given);
  const { disk, workspace } = databases;
  return lazyEndpoint(async () => {
    const { openEndpoint } = await import('./mcp/open-endpoint.ts');
    return openEndpoint({ ...parts, disk, workspace, tasks: await openTaskStore(databases) });
  });
}

const databasesOf = ({ platform: { disk, openDatabase }, workspace, log }: Given) => ({
  ...{ disk, openDatabase, workspace, log },
});

/** Opens the databases of the workspace; `unkept` says why data will be lost when the runner stops. */
async function openKept(app: Given, settings: Settings) {
  const given = databasesOf(app);
  const keep = () => settings.current.history.keep;
  const { history, unkept } = await openHistory({ ...given, keep });
  const conversations = await openConversationStore(given);
  const { store: conversationStore } = conversations;
  return { history, conversationStore, unkept: unkept ?? conversations.unkept };
}

/** Sets damaged files of the workspace aside. Whatever they allowed is off. */
async function mend(given: {
  disk: Platform['disk'];
  workspace: string;
  store: ToolStore;
  settings: Settings;
  grants: Grants;
  sessions: Sessions;
  keys: { mend(): Promise<void> };
  log(line: string): void;
}): Promise<void> {
  const { disk, workspace, store, settings, grants, sessions, keys, log } = given;
  if (grants.isDamaged) settings.askAlways();
  const unfinished = (error: unknown) => log(`tools: a change could not be finished: ${error}`);
  await store.finish().catch(unfinished);
  try {
    // Save this first: the next start no longer sees the damaged file, or what it refused.
    if (grants.isDamaged) await settings.keepAsking();
    for (const file of [settings, grants, sessions, keys, new RightsStore(disk, workspace)])
      await file.mend();
  } catch (error) {
    log(`workspace: damage could not be set aside: ${String(error)}`);
  }
}

/** The limit for a silent model, if the environment sets one. */
const modelLimits = () => ({ silentMs: Number(variable('LATHE_MODEL_SILENT_MS')) || undefined });
