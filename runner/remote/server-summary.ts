import type { ServerSummary } from '../../shared/protocol/mcp/state.ts';
import type { RemoteServer } from './server.ts';

/** Returns a server as lists show it; `waiting` is when it started to wait for the person's browser. */
export function summaryOf(
  server: RemoteServer,
  given: Pick<ServerSummary, 'secrets' | 'secretsElsewhere' | 'hasClientSecret' | 'folder'>,
  waiting?: number,
): ServerSummary {
  const { name, settings, known, starts, startedAt, log } = server;
  const state =
    waiting === undefined ? server.state : { is: 'signing-in' as const, since: waiting };
  const { hello, declaredAt, ...facts } = known.facts;
  return {
    ...{ name, id: `mcp:${name}`, settings, state, ...given, starts, ...facts },
    ...(hello ? { hello } : {}),
    ...(declaredAt === undefined ? {} : { declaredAt }),
    ...(startedAt === undefined ? {} : { startedAt }),
    tools: known.tools.map(({ declaration: _, ...tool }) => tool),
    counts: { messages: log.count, notJson: log.notJson },
  };
}
