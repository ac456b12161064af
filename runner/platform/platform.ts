import type { Database } from './database.ts';
import type { Disk } from './disk/disk.ts';

export interface Watching {
  close(): Promise<void>;
}

/** Calls `changed` with the absolute path of each entry that is created, changed or removed in a folder. */
export type Watch = (folder: string, changed: (path: string) => void) => Promise<Watching>;

/** What the engine knows about a request that a `Request` lacks. */
interface Arrival {
  /** The path and query of the request line, before any normalisation. */
  rawPath: string;
}

export type Answer = (request: Request, arrival: Arrival) => Response | Promise<Response>;

export interface Listening {
  /** The IP address of the socket, whatever name was requested. */
  address: string;
  port: number;
  close(): Promise<void>;
}

/** Serves HTTP on one address; `taken` if another program uses the port. Port 0 means any free port. */
export type Listen = (
  answer: Answer,
  at: { hostname: string; port: number },
) => Promise<Listening | 'taken'>;

/** What an engine provides. The rest of the runner is the same on all engines. */
export interface Platform {
  /** Name and version, such as "Deno 2.9.6". */
  engine: string;
  disk: Disk;
  openDatabase(path: string): Promise<Database>;
  watch: Watch;
  listen: Listen;
}
