import { z } from 'zod';
import { ServerGrants } from './servers.ts';

/** The file that makes a folder of the workspace a server. */
export const SERVER_FILE = 'mcp.json';

/** Returns the path of such a folder in the workspace. */
export const serverFolder = (name: string): string => `servers/${name}`;

/**
 * A server that a folder of the workspace describes, for its summary. It has no permissions until the person
 * turns it on and grants them, and again after the file changes.
 */
export const ServerFolder = z.object({
  /** The file's path in the workspace, such as `servers/notes/mcp.json`. */
  file: z.string(),
  /** The requested permissions. */
  wants: ServerGrants,
  /** Names of variables and headers whose value is in the file. Such a value is kept as a secret. */
  values: z.array(z.string()),
  /** Whether the file changed since the person last turned the server on. */
  isChanged: z.boolean(),
  /** A digest of the description and its values. A change of the server names the digest that it is for. */
  seen: z.string(),
});
export type ServerFolder = z.infer<typeof ServerFolder>;

/** Why a folder of the workspace is no server, by code. */
export const FolderFaultCode = z.enum([
  ...(['no-way', 'sse', 'variable', 'name', 'same-name', 'field'] as const),
  ...(['unread', 'count', 'too-large', 'no-file', 'taken', 'too-many'] as const),
]);
export type FolderFaultCode = z.infer<typeof FolderFaultCode>;

/** A folder of the workspace that is no server. Lathe does not change it. */
export const FolderFault = z.object({
  /** The file's path in the workspace. */
  file: z.string(),
  code: FolderFaultCode,
  values: z.record(z.string(), z.string()),
  /** One English sentence. */
  message: z.string(),
});
export type FolderFault = z.infer<typeof FolderFault>;

/** `POST /api/mcp-servers/:name/folder`: the file of an exported server, which can be shared. */
export const ServerExported = z.object({
  file: z.string(),
  /** Names of variables and headers whose value stays in the runner. */
  values: z.array(z.string()),
  /** Other parts that stay in the runner, if they exist. `grants`: other people are asked for them. */
  stays: z.array(z.enum(['grants', 'sign-in', 'client', 'model', 'timeout', 'read-only'])),
  /** Paths of this machine in the file, which other machines may lack. */
  paths: z.array(z.string()),
});
export type ServerExported = z.infer<typeof ServerExported>;
