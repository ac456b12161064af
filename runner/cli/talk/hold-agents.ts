import { agentHostIn } from '../../conversations/agents/agent-host.ts';
import type { Hosts } from '../hosts.ts';
import type { Session } from '../session.ts';

/** Lets the agents among the tools of `hosts` hold their conversations, opened when the first one is called. */
export function holdAgents(
  hosts: Hosts,
  session: Pick<Session, 'io' | 'disk'>,
  autoConfirm = false,
): void {
  hosts.opened = (workspace, here) =>
    agentHostIn(here)?.connect(async () => {
      const { openTalk } = await import('./open-talk.ts');
      const talk = await openTalk({ session, hosts, workspace, autoConfirm });
      hosts.closing.push(() => talk.close());
      return talk.agents;
    });
}
