import { openDatabase } from '../../platform/database.ts';
import { nodeDisk as disk } from '../../platform/disk/node-disk.ts';
import { endOn, spawnGroup } from '../../platform/process/spawn.ts';
import { confine, MEMORY } from './confine.ts';
import type { Engine } from './engine.ts';
import { encodeJson, FRAME } from './frames.ts';

const LEARN_MS = 60_000;
/** Deno's databases of what it knows about modules, such as `v8_code_cache_v2`. */
const DATABASE = /_v\d+$/;

interface Learning {
  engine: Engine;
  bwrap?: string;
  timeZone: string;
  /** Ends what it has started. */
  closing: AbortSignal;
}

/**
 * Starts a sandbox once for what the engine remembers of it, so that later ones start faster, and answers with the
 * files that hold it, by their paths in the image. Only where a box holds them read-only from then on; without it
 * nothing but time is lost.
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
  // It ends by itself where no call comes.
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
 * Makes a database one that Deno opens where it cannot write, which it gives up otherwise. On opening it asks for
 * write-ahead mode, which must be on already and wants its two files, though empty; and it has SQLite look after the
 * statistics of tables (`PRAGMA optimize`), which writes nothing only where they are there.
 */
async function settle(path: string): Promise<void> {
  try {
    const database = await openDatabase(path);
    database.exec('ANALYZE');
    // Everything goes into the one file, and the others are removed by the last to close. A prepared statement would
    // keep it open until it is collected, which then removes what is written below, or finds its memory cut off.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    for (const beside of ['-wal', '-shm']) await disk.write(path + beside, '');
  } catch {
    // The engine does without what it cannot open.
  }
}
