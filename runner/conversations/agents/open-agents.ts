import type { Disk } from '../../platform/disk/disk.ts';
import type { Sources } from '../../sources/sources.ts';
import type { ConversationStore } from '../../store/conversations/conversation-store.ts';
import type { Settings } from '../../store/settings.ts';
import type { Conversations } from '../conversations.ts';
import type { LivingTurns } from '../living-turns.ts';
import type { Converse } from '../talk.ts';
import { Agents } from './run-agent.ts';
import { openSkills } from './skills-for.ts';

export interface AgentsGiven {
  conversations: { living: Pick<LivingTurns, 'during'> } & Pick<Conversations, 'model'>;
  converse: Converse;
  store: Pick<ConversationStore, 'begin' | 'put'>;
  sources: Pick<Sources, 'follow' | 'registry'>;
  settings: Pick<Settings, 'current'>;
  disk: Disk;
  workspace: string;
  /** Whether to approve all calls in advance, whatever the settings say. */
  autoConfirm?: boolean | undefined;
}

/** Opens the agents of a workspace. */
export function openAgents(given: AgentsGiven): Agents {
  const { conversations, converse, store, sources, settings, disk, workspace } = given;
  return new Agents({
    ...{ converse, store, registry: sources.registry },
    during: (id, work) => conversations.living.during(id, work),
    model: (id) => conversations.model(id),
    fresh: () => sources.follow(),
    settings: () => {
      const { agent } = settings.current;
      return given.autoConfirm === true ? { ...agent, autoConfirmDangerous: true } : agent;
    },
    skills: openSkills(disk, `${workspace}/skills`),
  });
}
