import { z } from 'zod';
import { ServerGrants } from './servers.ts';

/** The file by which a folder of the workspace is a server. */
export const SERVER_FILE = 'mcp.json';

/** Where such a folder lies in the workspace. */
export const serverFolder = (name: string): string => `servers/${name}`;

/**
 * A server that a folder of the workspace describes, as its summary tells it. Nothing in here is granted: the person
 * turns it on and grants, and does so anew once the file says otherwise.
 */
export const ServerFolder = z.object({
  /** The file's path in the workspace, such as `servers/notes/mcp.json`. */
  file: z.string(),
  /** What it asks to be granted. */
  wants: ServerGrants,
  /** Names of variables and headers whose value stands in the file: such a value is kept as a secret. */
  values: z.array(z.string()),
  /** The file says otherwise than when the person last turned the server on. */
  isChanged: z.boolean(),
  /** Differs with what the file describes and the values in it. A change of the server says which of them it is for. */
  seen: z.string(),
});
export type ServerFolder = z.infer<typeof ServerFolder>;

/** Why a folder of the workspace is no server here, by code. */
export const FolderFaultCode = z.enum([
  ...(['no-way', 'sse', 'variable', 'name', 'same-name', 'field'] as const),
  ...(['unread', 'count', 'too-large', 'no-file', 'taken', 'too-many'] as const),
]);
export type FolderFaultCode = z.infer<typeof FolderFaultCode>;

/** A folder of the workspace that is no server, and stays as it is. */
export const FolderFault = z.object({
  /** The file's path in the workspace. */
  file: z.string(),
  code: FolderFaultCode,
  values: z.record(z.string(), z.string()),
  /** One English sentence. */
  message: z.string(),
});
export type FolderFault = z.infer<typeof FolderFault>;

/** `POST /api/mcp-servers/:name/folder`: what a server became as a file that others may have. */
export const ServerExported = z.object({
  file: z.string(),
  /** Names of variables and headers whose value stays with the runner. */
  values: z.array(z.string()),
  /** What else stays with it, of what there is. `grants`: others are asked for them. */
  stays: z.array(z.enum(['grants', 'sign-in', 'client', 'model', 'timeout', 'read-only'])),
  /** Paths of this machine in the file, which other machines may not have. */
  paths: z.array(z.string()),
});
export type ServerExported = z.infer<typeof ServerExported>;
