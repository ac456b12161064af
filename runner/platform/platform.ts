import type { Database } from './database.ts';
import type { Disk } from './disk.ts';
import type { Listen } from './listen.ts';
import type { Watch } from './watch.ts';

/** What an engine gives the runner. Everything else of the runner is the same on all of them. */
export interface Platform {
  /** Name and version, such as "Deno 2.9.6". */
  engine: string;
  disk: Disk;
  openDatabase(path: string): Promise<Database>;
  watch: Watch;
  listen: Listen;
}
