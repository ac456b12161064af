import { z } from 'zod';
import { JsonObject } from '../../tool/json.ts';
import { FolderFault, ServerFolder } from './server-folder.ts';
import { ServerTool } from './tools.ts';
import { ServerName, ServerSettings } from './servers.ts';

/**
 * Why a server cannot be used. `no-box`: bubblewrap, which enforces its permissions, is missing. `no-engine`:
 * no process that reaches only one address can start. `no-net`: a granted address cannot be reached from a
 * sandbox. `not-started`: its program did not start. `exited`: it ended. `silent`: it did not answer in time.
 * `not-json`: too many messages are invalid JSON. `too-large`: one message exceeds the limit. `flood`: too
 * many messages. `excess`: its processes take too much memory together, or are too many. `unreachable`: nothing answers at the address. `status`: an HTTP response that is no
 * response of MCP. `sign-in`: it requires a sign-in. `no-secret`: a value is missing. `protocol`: it does not
 * follow any revision of MCP. `broken`: an error in Lathe itself.
 */
export const ServerFaultCode = z.enum([
  ...(['no-box', 'no-engine', 'no-net', 'not-started', 'exited', 'silent', 'not-json'] as const),
  ...(['too-large', 'flood', 'excess', 'unreachable', 'status', 'sign-in', 'no-secret'] as const),
  ...(['protocol', 'broken'] as const),
]);
export type ServerFaultCode = z.infer<typeof ServerFaultCode>;

declare module '../../tool/problem/problem-codes.ts' {
  interface ProblemCodes {
    mcp: `mcp-${ServerFaultCode}`;
  }
}

/** The values in the wording of a code. */
const Values = z.record(z.string(), z.union([z.string(), z.number()]));

export const ServerFault = z.object({
  code: ServerFaultCode,
  values: Values.default({}),
  /** One English sentence, for models and logs. */
  message: z.string(),
});
export type ServerFault = z.infer<typeof ServerFault>;

/** The state of a server. It starts when somebody calls, reads or opens it, and ends after an idle time. */
export const ServerState = z.discriminatedUnion('is', [
  /** The person turned it off. */
  z.object({ is: z.literal('off') }),
  /** Not running; its last declaration is known. */
  z.object({ is: z.literal('idle') }),
  z.object({ is: z.literal('starting') }),
  z.object({ is: z.literal('ready'), since: z.number() }),
  z.object({ is: z.literal('signing-in'), since: z.number() }),
  z.object({
    is: z.literal('failed'),
    fault: ServerFault,
    /** When Lathe may restart it, in milliseconds since 1970; absent if only the person can. */
    againAt: z.number().optional(),
  }),
]);
export type ServerState = z.infer<typeof ServerState>;

/** A server's description of itself when it was last opened. */
export const ServerHello = z.object({
  name: z.string(),
  title: z.string().optional(),
  version: z.string(),
  protocolVersion: z.string(),
  capabilities: JsonObject,
  instructions: z.string().optional(),
});
export type ServerHello = z.infer<typeof ServerHello>;

/** A server in lists. */
export const ServerSummary = z.object({
  name: ServerName,
  /** The id of its unit in the registry: `mcp:NAME`. */
  id: z.string(),
  settings: ServerSettings,
  /** Names of variables and headers whose secret is stored. */
  secrets: z.array(z.string()),
  /**
   * Names whose secret was entered for another address or command. It is not sent and must be entered again.
   */
  secretsElsewhere: z.array(z.string()),
  /** Whether the client secret for sign-in is stored. */
  hasClientSecret: z.boolean(),
  state: ServerState,
  /** Present if it is a folder of the workspace. */
  folder: ServerFolder.optional(),
  hello: ServerHello.optional(),
  /** The number of starts since the runner started, and the time of the last one. */
  starts: z.int(),
  startedAt: z.number().optional(),
  /** When its declarations were last read, in milliseconds since 1970. */
  declaredAt: z.number().optional(),
  tools: z.array(ServerTool),
  /** Tools that disappeared since the person approved them. */
  removed: z.array(z.string()),
  /** Tools that exceed the limit, or have no usable name or schema, with the reason. */
  leftOut: z.array(
    z.object({ name: z.string(), code: z.enum(['too-many', 'too-large', 'invalid', 'same-name']) }),
  ),
  /** The number of tools beyond those in `leftOut`. */
  leftOutMore: z.int(),
  /** The number of messages, and of output lines with invalid JSON. */
  counts: z.object({ messages: z.int(), notJson: z.int() }),
});
export type ServerSummary = z.infer<typeof ServerSummary>;

/** `DELETE /api/mcp-servers/:name` */
export const ServerRemoved = z.object({
  /** Why the tokens of its sign-in may still be valid. */
  unrevoked: ServerFault.optional(),
});
export type ServerRemoved = z.infer<typeof ServerRemoved>;

/** An entry of the workspace's `.lathe/mcp-servers.json` that cannot be used. Lathe keeps it unchanged. */
export const BrokenServer = z.object({
  /** The position, from 1. */
  entry: z.int(),
  name: z.string().optional(),
  /** The field, such as `settings.way.url`, and its problem. */
  field: z.string(),
  why: z.string(),
});
export type BrokenServer = z.infer<typeof BrokenServer>;

/** `GET /api/mcp-servers`. Changes are reported as `mcp-servers` on `/api/changes`. */
export const ServerList = z.object({
  servers: z.array(ServerSummary),
  broken: z.array(BrokenServer),
  folders: z.array(FolderFault),
});
export type ServerList = z.infer<typeof ServerList>;
