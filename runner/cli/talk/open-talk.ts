import type { ModelId } from '../../../shared/protocol/models.ts';
import { partsOf } from '../../../shared/protocol/models.ts';
import { ConversationStart } from '../../../shared/protocol/conversations/conversations.ts';
import { readJson } from '../../../shared/tool/exact-number.ts';
import { Approvals } from '../../calls/approvals.ts';
import { Questions } from '../../calls/questions.ts';
import { Runs } from '../../calls/runs.ts';
import { agentHostIn } from '../../conversations/agents/agent-host.ts';
import { openAgents } from '../../conversations/agents/open-agents.ts';
import type { Agents } from '../../conversations/agents/run-agent.ts';
import { Conversations } from '../../conversations/conversations.ts';
import { openConverse } from '../../conversations/converse.ts';
import { exportJson } from '../../conversations/export-conversation.ts';
import { openModels } from '../../conversations/models/open-models.ts';
import { openRecording } from '../../conversations/recordings.ts';
import type { Converse } from '../../conversations/talk.ts';
import { openDatabase } from '../../platform/database.ts';
import { findPrograms } from '../../platform/process/programs.ts';
import { Channel } from '../../server/channel.ts';
import { ConversationStore } from '../../store/conversations/conversation-store.ts';
import { RunStore } from '../../store/runs/run-store.ts';
import type { Settings } from '../../store/settings.ts';
import { engineOf } from '../../sources/open-sources.ts';
import type { Sources } from '../../sources/sources.ts';
import { openRegistry, settled, type Hosts } from '../hosts.ts';
import type { Session } from '../session.ts';

/** The parts for conversations of one command. A runner may have the workspace open at the same time. */
export interface OpenTalk {
  agents: Agents;
  approvals: Approvals;
  converse: Converse;
  model: Conversations['model'];
  questions: Questions;
  settings: Settings;
  sources: Sources;
  store: ConversationStore;
  /** Returns a conversation as a recording for replays; undefined if it does not exist. */
  recording(id: string): ConversationStart | undefined;
  close(): Promise<void>;
}

interface Given {
  session: Pick<Session, 'io' | 'disk'>;
  hosts: Hosts;
  workspace: string;
  /** Whether to approve all calls in advance. */
  autoConfirm?: boolean;
}

/** How many runs the history of the command keeps. */
const KEPT_RUNS = 10_000;

/** Opens the parts over a workspace. */
export async function openTalk(given: Given): Promise<OpenTalk> {
  const { session, hosts, workspace, autoConfirm } = given;
  const { disk, io } = session;
  const { sources, settings, grants } = await openRegistry(workspace, { session, hosts });
  await settled(sources);
  // Only the workspace's runner writes its history.
  const [runRows, talkRows] = await Promise.all([1, 2].map(() => openDatabase(':memory:')));
  if (!runRows || !talkRows) throw new Error('No database is available');
  const failed = (error: unknown) => io.err(`lathe: ${String(error)}\n`);
  const history = new RunStore(runRows, () => KEPT_RUNS, failed);
  const store = new ConversationStore(talkRows);
  const waitMs = () => settings.current.limits.approvalMs;
  const approvals = new Approvals({ grants, history, channel: new Channel(), waitMs });
  const questions = new Questions(waitMs);
  const files = await hosts.workingFolder(workspace);
  const here = hosts.in(workspace, files);
  const engine = engineOf(workspace, here, () => settings.current, files);
  const called = { engine, settings: () => settings.current, history, approvals, questions };
  const runs = new Runs(called);
  const variable = (name: string) => io.env[name];
  const models = openModels({ ...findPrograms(), disk, workspace, variable });
  const parts = { store, runs, sources, settings, history, changed: () => undefined };
  const converse = openConverse(parts);
  const conversations = new Conversations({ ...parts, models, converse });
  const model = (id: ModelId) => recorded(id, session, conversations);
  const agents = openAgents({
    ...{
      conversations: { living: conversations.living, model },
      converse,
      store,
      sources,
      settings,
      disk,
      workspace,
    },
    autoConfirm,
  });
  agentHostIn(here)?.connect(() => agents);
  return {
    ...{ agents, approvals, converse, model, questions, settings, sources, store },
    recording(id) {
      const kept = store.head(id);
      return kept && exportJson(kept, store.nodes(id));
    },
    async close() {
      await models.close();
      history.close();
      store.close();
    },
  };
}

/** Returns a model, or a recording from a file. */
async function recorded(
  id: ModelId,
  { io, disk }: Given['session'],
  conversations: Conversations,
): ReturnType<Conversations['model']> {
  const { provider, name } = partsOf(id);
  if (provider !== 'recording') return conversations.model(id);
  const fault = (why: string) => ({
    fault: {
      ...{ code: 'no-recording' as const, values: { recording: name } },
      message: `"${name}" is not a recording of a conversation: ${why}`,
    },
  });
  const bytes = await disk.read(io.path(name)).catch(() => undefined);
  if (!bytes) return fault('there is no such file');
  try {
    const read = ConversationStart.safeParse(readJson(new TextDecoder().decode(bytes)));
    return read.success ? openRecording(id, read.data.nodes ?? []) : fault('its fields do not fit');
  } catch {
    return fault('it is not valid JSON');
  }
}
