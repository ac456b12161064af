import { openDatabase } from '../../platform/database.ts';
import { nodeDisk as disk } from '../../platform/disk/node-disk.ts';
import { endOn, spawnGroup } from '../../platform/process/spawn.ts';
import { confine, MEMORY } from './confine.ts';
import type { Engine } from './engine.ts';
import { encodeJson, FRAME } from './frames.ts';

const LEARN_MS = 60_000;
/** Deno's databases about modules, such as `v8_code_cache_v2`. */
const DATABASE = /_v\d+$/;

interface Learning {
  engine: Engine;
  bwrap?: string;
  timeZone: string;
  /** Aborts what it has started. */
  closing: AbortSignal;
}

/**
 * Starts a sandbox once to fill the engine's cache, so that later ones start faster. Returns the paths of the
 * cache's files in the image. Used only if a sandbox keeps the files read-only afterwards; without them only time
 * is lost.
 */
export async function learn(options: Learning, directory: string): Promise<string[]> {
  const { engine, bwrap, timeZone, closing } = options;
  if (bwrap === undefined || engine.memory === undefined) return [];
  await disk.makeFolder(`${directory}/${MEMORY}`);
  const env = { TZ: timeZone, ...engine.env };
  const start = { engine, bwrap, directory, program: 'main.mjs', args: [], env, learns: true };
  const { command, args } = confine(start);
  const quiet = () => undefined;
  const child = await spawnGroup(command, args, { env, onStdout: quiet, onStderr: quiet });
  if ('error' in child) return [];
  child.write(encodeJson(FRAME.start, { env: { TZ: timeZone }, wheels: 0 }));
  // It ends by itself without a call.
  child.endInput();
  endOn(closing, child);
  const clock = setTimeout(() => child.kill('SIGKILL'), LEARN_MS);
  await child.exited;
  clearTimeout(clock);
  const entries = (await disk.list(`${directory}/${MEMORY}`)) ?? [];
  const files = entries.filter(({ kind, name }) => kind === 'file' && DATABASE.test(name));
  for (const { name } of files) await settle(`${directory}/${MEMORY}/${name}`);
  return files.map(({ name }) => `${MEMORY}/${name}`);
}

/**
 * Makes a database that Deno can open read-only, which it otherwise gives up. On opening, Deno requests write-ahead
 * mode, which must already be on and needs its two files, even if empty; and it runs `PRAGMA optimize`, which
 * writes nothing only if the statistics tables exist.
 */
async function settle(path: string): Promise<void> {
  try {
    const database = await openDatabase(path);
    database.exec('ANALYZE');
    // Moves everything into the one file; the last connection to close removes the others. A prepared statement
    // would keep the database open until it is collected, which then removes what is written below, or finds its
    // memory truncated.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    for (const beside of ['-wal', '-shm']) await disk.write(path + beside, '');
  } catch {
    // The engine works without a cache that it cannot open.
  }
}
