import type { Command } from 'commander';
import type { Deciders } from '../../../shared/registry/approval/approve.ts';
import type { Platform } from '../../platform/platform.ts';
import { givenAnswer } from '../call-tool.ts';
import { Hosts } from '../hosts.ts';
import { pathsOffer, workspaceOffer, type McpGiven } from './mcp-offers.ts';
import { mcpServers } from '../servers/mcp-servers.ts';
import type { Session } from '../session.ts';
import { holdAgents } from '../talk/hold-agents.ts';
import { NO_MODE, readMode } from '../tools.ts';
import { reasonsLine } from '../../../shared/tool/problem/reason.ts';

interface Options {
  workspace?: string;
  mode?: string;
  dangerouslyApprove?: boolean;
}

const quietMs = 120;

/** There is nobody to ask on stdio, and the model reads the reason. */
const refused: Deciders['ask'] = ({ reasons }) =>
  Promise.resolve({
    answer: 'deny',
    reason: `${reasonsLine(reasons)}. Approval is not possible over stdio: connect the client to "/mcp" of a running Lathe and keep its page open`,
  });

/** Combines changes that happen together. */
function together(tell: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(tell, quietMs);
  };
}

/** `lathe mcp`: serves tools over MCP to the program that started it. Stdout carries only the protocol. */
export function mcp(program: Command, session: Session, platform: Platform): void {
  const verb = program
    .command('mcp')
    .description('Serve the tools of a workspace, or of paths, over MCP on stdio')
    .argument('[paths...]', 'tool folders, scripts or modules (default: the workspace)')
    .option('--workspace <folder>', 'the workspace, if no paths are given')
    .option('--mode <mode>', '"plan" offers only read-only tools')
    .option('--dangerously-approve', 'approve all calls that need approval')
    .action((paths: string[], options: Options) => serve(session, platform, paths, options));
  mcpServers(verb, session);
}

async function serve(
  session: Session,
  platform: Platform,
  paths: string[],
  { workspace, mode, dangerouslyApprove: approve = false }: Options,
): Promise<void> {
  if (paths.length > 0 && workspace !== undefined) {
    return session.fail('usage', 'Use paths or --workspace, not both');
  }
  const read = readMode(mode);
  if (!read.ok) return session.fail('usage', NO_MODE);
  const { io, disk } = session;
  await using hosts = new Hosts(session);
  holdAgents(hosts, session, approve);
  let toolsChanged = () => {};
  const ask = approve ? givenAnswer(true) : refused;
  const changed = together(() => toolsChanged());
  const given: McpGiven = { session, platform, hosts, ask, mode: read.mode, changed };
  const root = workspace === undefined ? await hosts.workspaceOf(undefined) : io.path(workspace);
  if (paths.length === 0 && !(await disk.list(`${root}/tools`))) {
    const message = `"${root}" is not a workspace: it has no folder "tools". Choose one with --workspace`;
    return session.fail('not-found', message);
  }
  const offer =
    paths.length > 0 ? await pathsOffer(paths, given) : await workspaceOffer(root, given);
  if ('missing' in offer) return session.fail('not-found', offer.missing);
  if (approve) io.err('Less secure: dangerously-approve\n');
  // Imported late, because loading the SDK would delay other subcommands.
  const { overStdio } = await import('../../server/mcp/over-stdio.ts');
  const connection = overStdio(offer, io.interrupt);
  toolsChanged = connection.toolsChanged;
  await connection.closed;
  await offer.close();
}
