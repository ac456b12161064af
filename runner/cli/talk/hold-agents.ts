import { agentHostIn } from '../../conversations/agents/agent-host.ts';
import type { Hosts } from '../hosts.ts';
import type { Session } from '../session.ts';

/** Lets the agents among the tools of `hosts` run; the parts for conversations are opened at the first call. */
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
