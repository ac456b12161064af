import type { Command } from 'commander';
import type { RemoteServers } from '../../remote/servers.ts';
import { Hosts, openRegistry } from '../hosts.ts';
import type { Session } from '../session.ts';

/**
 * Opens the servers of the workspace that a subcommand of `mcp` names. `mcp` itself defines some of the same
 * options and may have parsed them.
 */
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
  // Opening the registry sets which names the tools of servers cannot take.
  await openRegistry(root, { session, hosts });
  await work(await hosts.servers.in(root));
}
