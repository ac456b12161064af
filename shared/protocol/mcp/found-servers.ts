import { z } from 'zod';
import { ServerName } from './servers.ts';
import { LeftServer } from './left-server.ts';

/** Programs whose settings files Lathe searches. */
export const OtherProgram = z.enum(['claude-desktop', 'claude-code', 'vscode', 'cursor', 'zed']);
export type OtherProgram = z.infer<typeof OtherProgram>;

/** A server of another program's file, without its arguments and values, which may be secret. */
export const FoundServer = z.object({
  name: ServerName,
  type: z.enum(['stdio', 'http']),
  /** The program's name, or the address without its path. */
  where: z.string(),
  /** Names of variables and headers whose values are imported as secrets. */
  secrets: z.array(z.string()),
  /** Whether the name is taken. */
  isTaken: z.boolean(),
});

export const FoundFile = z.object({
  program: OtherProgram,
  path: z.string(),
  servers: z.array(FoundServer),
  left: z.array(LeftServer),
  /** Why the file cannot be read. */
  unreadable: z.string().optional(),
});
export type FoundFile = z.infer<typeof FoundFile>;

/** `GET /api/mcp-servers/found`: files of other programs on this machine that contain servers. */
export const FoundServers = z.object({
  files: z.array(FoundFile),
  /** Why the search failed. */
  problem: z.string().optional(),
});
export type FoundServers = z.infer<typeof FoundServers>;

/** `POST /api/mcp-servers/found` adds one of them, turned off. Its secrets never reach the page. */
export const FoundPicked = z.strictObject({ path: z.string().max(2000), name: ServerName });
export type FoundPicked = z.infer<typeof FoundPicked>;
