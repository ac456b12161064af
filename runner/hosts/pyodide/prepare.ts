import { confine } from './confine.ts';
import { type Engine, findEngine } from './engine.ts';
import { ensureImage, type Tell } from './image.ts';
import { createPool, type Pool } from './pool.ts';
import { probeBox } from './probe-box.ts';
import { type SandboxProcess, startSandbox } from './sandbox-process.ts';

export interface PrepareOptions {
  /** Path of Deno; preferred, because it holds even when the gate does not. */
  deno?: string;
  /** Path of Node, used where Deno is not there. */
  node?: string;
  /** Path of bubblewrap. */
  bwrap?: string;
  imageDirectory: string;
  /** What the build put together; by default where the build puts it. */
  kitDirectory?: string;
  wheelsDirectory?: string;
  /** Sandboxes that stand ready or work; by default one for each core and a spare. */
  size?: number;
  /** How many calls may wait. */
  queue?: number;
  /** What each sandbox's Python may use. */
  memoryMegabytes?: number;
  /** How far the making of an image is, which takes some seconds once per machine. */
  tell?: Tell;
}

export type Prepared =
  | { missing: string }
  | {
      layers: string[];
      /** The sandboxes with these wheels installed. */
      poolFor(packages: string[]): Promise<Pool | { missing: string }>;
      pids(): number[];
      close(): Promise<void>;
    };

const KIT = decodeURIComponent(new URL('../../../dist/sandbox', import.meta.url).pathname);
const NO_ENGINE =
  'Python needs Deno or Node to be sealed in; install the npm package "deno" or run "npm install"';

/** Everything before the first call: the engine, the image, the proof that they hold, the pool. */
export async function prepare(options: PrepareOptions): Promise<Prepared> {
  const [engine, boxed] = await Promise.all([
    findEngine(options),
    options.bwrap === undefined ? false : probeBox(options.bwrap),
  ]);
  if (engine === undefined) return { missing: NO_ENGINE };
  const bwrap = boxed && options.bwrap !== undefined ? { bwrap: options.bwrap } : {};
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const image = await ensureImage({
    engine,
    ...bwrap,
    kitDirectory: options.kitDirectory ?? KIT,
    imageDirectory: options.imageDirectory,
    memoryMegabytes: options.memoryMegabytes ?? 256,
    timeZone,
    tell: options.tell ?? (() => undefined),
  });
  if ('error' in image) return { missing: image.error };
  const env = { TZ: timeZone, ...engine.env };
  const start = (wheels: ReadonlyMap<string, Uint8Array>) =>
    startSandbox({
      command: confine({
        engine,
        ...bwrap,
        directory: image.directory,
        program: 'main.mjs',
        args: [],
        env,
      }),
      env,
      python: { TZ: timeZone },
      wheels,
    });
  const pool = createPool({
    size: options.size ?? navigator.hardwareConcurrency + 1,
    queue: options.queue ?? 64,
    start: () => start(new Map()),
  });
  return {
    layers: [],
    poolFor: () => Promise.resolve(pool),
    pids: pool.pids,
    close: pool.close,
  };
}

export type { Engine, SandboxProcess };
