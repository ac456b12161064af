import type { Host } from '../../shared/tool/run/host.ts';
import type { Disk } from '../platform/disk/disk.ts';
import type { ConversationStore } from '../store/conversations/conversation-store.ts';
import { agentHostIn } from './agents/agent-host.ts';
import { openAgents } from './agents/open-agents.ts';
import { Conversations } from './conversations.ts';
import { openConverse, type ConverseParts } from './converse.ts';
import type { Models } from './models/model.ts';

/** Opens the loop, the conversations, and the agents. */
export function openConversations(
  given: ConverseParts & {
    store: ConversationStore;
    models: Models;
    hosts: ReadonlyMap<string, Host>;
    disk: Disk;
    workspace: string;
  },
): Conversations {
  const converse = openConverse(given);
  const conversations = new Conversations({ ...given, converse });
  const agents = openAgents({ ...given, conversations, converse });
  agentHostIn(given.hosts)?.connect(() => agents);
  return conversations;
}
