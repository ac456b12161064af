import type { Database } from './database.ts';
import type { Disk } from './disk/disk.ts';

export interface Watching {
  close(): Promise<void>;
}

/** Calls back with the absolute path of whatever was made, changed or removed below a folder. */
export type Watch = (folder: string, changed: (path: string) => void) => Promise<Watching>;

/** What the engine knows of a request and a `Request` does not say. */
interface Arrival {
  /** The path and query as they stood on the request line, before anything normalised them. */
  rawPath: string;
}

export type Answer = (request: Request, arrival: Arrival) => Response | Promise<Response>;

export interface Listening {
  /** The IP address that it is bound to, whatever name it was asked for. */
  address: string;
  port: number;
  close(): Promise<void>;
}

/** Serves HTTP on one address; `taken` when another program has the port. Port 0 is any free one. */
export type Listen = (
  answer: Answer,
  at: { hostname: string; port: number },
) => Promise<Listening | 'taken'>;

/** What an engine gives the runner. Everything else of the runner is the same on all of them. */
export interface Platform {
  /** Name and version, such as "Deno 2.9.6". */
  engine: string;
  disk: Disk;
  openDatabase(path: string): Promise<Database>;
  watch: Watch;
  listen: Listen;
}
