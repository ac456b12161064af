import { databaseOver } from './database.ts';
import type { Database } from './database.ts';

/** Opens a SQLite file with the engine's own driver (Deno, Node 22.5 and later), else with libsql. */
export async function openDatabase(path: string): Promise<Database> {
  const own = await import('node:sqlite').catch(() => undefined);
  if (own) return databaseOver(new own.DatabaseSync(path));
  const { default: LibsqlDatabase } = await import('libsql');
  return databaseOver(new LibsqlDatabase(path));
}
