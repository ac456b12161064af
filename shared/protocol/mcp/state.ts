import { z } from 'zod';
import { JsonObject } from '../../tool/json.ts';
import { FolderFault, ServerFolder } from './server-folder.ts';
import { ServerTool } from './tools.ts';
import { ServerName, ServerSettings } from './servers.ts';

/**
 * Why a server gives nothing. `no-box`: bubblewrap is missing, which keeps it to its grants. `no-engine`: no
 * process can be had that reaches one address only. `no-net`: an address that was granted is none that a box can have.
 * `not-started`: its program did not start. `exited`: it ended. `silent`: it did not answer in time.
 * `not-json`: too much of what it says is no JSON. `too-large`: one message is. `flood`: more messages than
 * anybody reads. `unreachable`: nobody answers there. `status`: an answer of HTTP that is no answer of MCP.
 * `sign-in`: it wants the person to sign in. `no-secret`: a value is not known. `protocol`: it does not speak
 * MCP as any revision has it. `broken`: Lathe broke.
 */
export const ServerFaultCode = z.enum([
  ...(['no-box', 'no-engine', 'no-net', 'not-started', 'exited', 'silent', 'not-json'] as const),
  ...(['too-large', 'flood', 'unreachable', 'status', 'sign-in', 'no-secret'] as const),
  ...(['protocol', 'broken'] as const),
]);
export type ServerFaultCode = z.infer<typeof ServerFaultCode>;

declare module '../../tool/problem/problem-codes.ts' {
  interface ProblemCodes {
    mcp: `mcp-${ServerFaultCode}`;
  }
}

/** What is filled into the wording of a code. */
const Values = z.record(z.string(), z.union([z.string(), z.number()]));

export const ServerFault = z.object({
  code: ServerFaultCode,
  values: Values.default({}),
  /** One English sentence, for models and logs. */
  message: z.string(),
});
export type ServerFault = z.infer<typeof ServerFault>;

/** How a server is. It is started when somebody calls, reads or opens it, and ends after a while of silence. */
export const ServerState = z.discriminatedUnion('is', [
  /** The person switched it off. */
  z.object({ is: z.literal('off') }),
  /** Not needed right now; what it declared is known from the last time. */
  z.object({ is: z.literal('idle') }),
  z.object({ is: z.literal('starting') }),
  z.object({ is: z.literal('ready'), since: z.number() }),
  z.object({ is: z.literal('signing-in'), since: z.number() }),
  z.object({
    is: z.literal('failed'),
    fault: ServerFault,
    /** When it may be started again by itself, in milliseconds since 1970; absent where only the person can. */
    againAt: z.number().optional(),
  }),
]);
export type ServerState = z.infer<typeof ServerState>;

/** What a server said of itself when it was last opened. */
export const ServerHello = z.object({
  name: z.string(),
  title: z.string().optional(),
  version: z.string(),
  protocolVersion: z.string(),
  capabilities: JsonObject,
  instructions: z.string().optional(),
});
export type ServerHello = z.infer<typeof ServerHello>;

/** A server as lists show it. */
export const ServerSummary = z.object({
  name: ServerName,
  /** That of its unit in the registry: `mcp:NAME`. */
  id: z.string(),
  settings: ServerSettings,
  /** Names of variables and headers whose secret is known. */
  secrets: z.array(z.string()),
  /** Those whose secret was given for another address or command: it is not sent, and has to be given again. */
  secretsElsewhere: z.array(z.string()),
  /** Whether the secret of its client for signing in is known. */
  hasClientSecret: z.boolean(),
  state: ServerState,
  /** Where it is a folder of the workspace. */
  folder: ServerFolder.optional(),
  hello: ServerHello.optional(),
  /** How often it was started since the runner was, and when it was last. */
  starts: z.int(),
  startedAt: z.number().optional(),
  /** When its declarations were read, in milliseconds since 1970. */
  declaredAt: z.number().optional(),
  tools: z.array(ServerTool),
  /** Tools that are gone since the person said yes to them. */
  removed: z.array(z.string()),
  /** Tools beyond the most that are taken, and those with no usable name or schema, with the reason. */
  leftOut: z.array(
    z.object({ name: z.string(), code: z.enum(['too-many', 'too-large', 'invalid', 'same-name']) }),
  ),
  /** How many there are beyond those that `leftOut` names. */
  leftOutMore: z.int(),
  /** Messages so far, and lines of its output that were no JSON. */
  counts: z.object({ messages: z.int(), notJson: z.int() }),
});
export type ServerSummary = z.infer<typeof ServerSummary>;

/** `DELETE /api/mcp-servers/:name` */
export const ServerRemoved = z.object({
  /** Why the tokens of its sign-in may still work. */
  unrevoked: ServerFault.optional(),
});
export type ServerRemoved = z.infer<typeof ServerRemoved>;

/** An entry of the workspace's `.lathe/mcp-servers.json` that cannot be used. It stays there as it is. */
export const BrokenServer = z.object({
  /** Counted from 1. */
  entry: z.int(),
  name: z.string().optional(),
  /** Such as `settings.way.url`, and what is wrong with it. */
  field: z.string(),
  why: z.string(),
});
export type BrokenServer = z.infer<typeof BrokenServer>;

/** `GET /api/mcp-servers`; news of them are told as `mcp-servers` on `/api/changes`. */
export const ServerList = z.object({
  servers: z.array(ServerSummary),
  broken: z.array(BrokenServer),
  folders: z.array(FolderFault),
});
export type ServerList = z.infer<typeof ServerList>;
