import { z } from 'zod';
import { ServerName } from './servers.ts';
import { LeftServer } from './left-server.ts';

/** Programs whose files are looked for. */
export const OtherProgram = z.enum(['claude-desktop', 'claude-code', 'vscode', 'cursor', 'zed']);
export type OtherProgram = z.infer<typeof OtherProgram>;

/** A server as another program's file has it, without its arguments and its values, which may be secret. */
export const FoundServer = z.object({
  name: ServerName,
  type: z.enum(['stdio', 'http']),
  /** The program's name, or the address without its path. */
  where: z.string(),
  /** Names of variables and headers whose values come along, as secrets. */
  secrets: z.array(z.string()),
  /** There is a server of this name here already. */
  isTaken: z.boolean(),
});

export const FoundFile = z.object({
  program: OtherProgram,
  path: z.string(),
  servers: z.array(FoundServer),
  left: z.array(LeftServer),
  /** Why it gives none. */
  unreadable: z.string().optional(),
});
export type FoundFile = z.infer<typeof FoundFile>;

/** `GET /api/mcp-servers/found`: files of other programs on this machine that hold servers. */
export const FoundServers = z.object({
  files: z.array(FoundFile),
  /** Why nothing could be looked for. */
  problem: z.string().optional(),
});
export type FoundServers = z.infer<typeof FoundServers>;

/** `POST /api/mcp-servers/found` adds one of them, switched off; its secrets pass no page. */
export const FoundPicked = z.strictObject({ path: z.string().max(2000), name: ServerName });
export type FoundPicked = z.infer<typeof FoundPicked>;
