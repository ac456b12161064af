import type { Command } from 'commander';
import type { RemoteServers } from '../../remote/servers.ts';
import { Hosts, openRegistry } from '../hosts.ts';
import type { Session } from '../session.ts';

/** Opens the servers of the workspace that a verb below `mcp` names, which knows some of its options, too, and has taken them then. */
export async function withServers(
  session: Session,
  verb: Command,
  work: (servers: RemoteServers) => Promise<void>,
): Promise<void> {
  const { workspace } = verb.optsWithGlobals<{ workspace?: string }>();
  await using hosts = new Hosts(session, { workspace });
  const root = await hosts.workspaceOf(undefined);
  if (!(await session.disk.list(root)))
    return session.fail(
      'not-found',
      `There is no workspace "${root}"; choose one with --workspace`,
    );
  // A server's tools are named beside those that there are.
  await openRegistry(root, { session, hosts });
  await work(await hosts.servers.in(root));
}
