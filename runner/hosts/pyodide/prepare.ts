import { hostFault } from '../../../shared/returns/host-faults.ts';
import type { HostFault } from '../../../shared/tool/run/host.ts';
import { cores } from '../../platform/own-process.ts';
import type { Trial } from './child/self-test.ts';
import { confine } from './confine.ts';
import { findEngine } from './engine.ts';
import type { Engine } from './engine.ts';
import { ensureImage } from './image.ts';
import type { ImageOptions, Tell } from './image.ts';
import { Pool } from './pool.ts';
import { probeBoxAndBoot } from '../../platform/isolation.ts';
import { openProofs } from './proofs.ts';
import { prove } from './prove.ts';
import type { Unproven } from './prove.ts';
import { startSandbox } from './sandbox-process.ts';
import type { SandboxProcess } from './sandbox-process.ts';
import { findWheels } from './wheels.ts';

/** Sets of packages that keep their sandboxes; the one unused for longest makes room. */
const MOST_SETS = 3;
const SIZE = 2;

interface PackagePools {
  poolFor(packages: string[]): Promise<Pool | HostFault>;
  pids(): number[];
  close(): Promise<void>;
}

export interface PrepareOptions {
  /** Path of Deno; preferred, because it holds even when the gate does not. */
  deno?: string;
  /** What that Deno says of itself, where that is known. */
  denoVersion?: string;
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
  /** How many of them are started before anybody waits for one; all when left out. */
  standing?: number;
  /** What each sandbox's Python may use. */
  memoryMegabytes?: number;
  /** Tries everything, whatever was proven before. */
  provesAnew?: boolean;
  /** Hears when the sandboxes that try whether they hold are running. */
  begun?: () => void;
  /** How far the making of an image is, which takes some seconds once per machine. */
  tell?: Tell;
}

export type Prepared =
  | HostFault
  | {
      layers: string[];
      /** The sandboxes with these wheels installed. */
      poolFor(packages: string[]): Promise<Pool | HostFault>;
      pids(): number[];
      close(): Promise<void>;
    };

const KIT = decodeURIComponent(new URL('../../../dist/sandbox', import.meta.url).pathname);

/** One for each core and a spare. */
export const defaultSize = (): number => cores() + 1;

interface Ground extends ImageOptions {
  engine: Engine;
  /** Which start of which kernel this is, where that is known. */
  boot: string | undefined;
  options: PrepareOptions;
}

const environmentOf = ({ engine, timeZone }: Ground) => ({ TZ: timeZone, ...engine.env });

const commandOf = (ground: Ground, directory: string) =>
  confine({ ...ground, directory, program: 'main.mjs', args: [], env: environmentOf(ground) });

/** Starts sandboxes of one image, and proves with the first two that they hold. */
async function stand(
  ground: Ground,
  directory: string,
): Promise<Prepared | (Unproven & HostFault)> {
  const { engine, timeZone, options } = ground;
  const env = environmentOf(ground);
  let running = 0;
  const start = (wheels: ReadonlyMap<string, Uint8Array>, trial?: Trial) =>
    startSandbox({
      command: commandOf(ground, directory),
      env,
      python: { TZ: timeZone },
      wheels,
      closing: ground.closing,
      trial,
      running: () => void ((running += 1) === 2 && options.begun?.()),
    });
  const files = [`${ground.kitDirectory}/package.json`, '/etc/passwd'];
  // Bubblewrap itself adds the last one.
  const environment = [...Object.keys(env), 'PWD'];
  const proofs = await openProofs({ ...ground, directory, command: commandOf(ground, directory) });
  const isKnown = options.provesAnew !== true && (await proofs.isProven());
  const proven = await prove({
    ...{ engine, environment, files, isKnown, start: (trial) => start(new Map(), trial) },
  });
  if ('failed' in proven) {
    // A stop has proven nothing.
    if (!ground.closing.aborted) await proofs.forget();
    return { ...proven, ...hostFault('host-python-refused', { why: proven.failed }) };
  }
  if (!isKnown) await proofs.keep();
  const { layers, intact } = proven;
  const { size = defaultSize(), standing = size } = options;
  const pool = new Pool({ size, standing, start: () => start(new Map()) });
  if (intact !== undefined) pool.adopt(intact);
  pool.fill();
  const packagePools = createPackagePools(options.wheelsDirectory, start);
  return {
    layers,
    poolFor: async (packages) => (packages.length === 0 ? pool : packagePools.poolFor(packages)),
    pids: () => [...pool.pids(), ...packagePools.pids()],
    close: async () => void (await Promise.all([pool.close(), packagePools.close()])),
  };
}

/**
 * Everything before the first call: the engine, the image, the proof that they hold, the pool. What
 * it starts ends when `closing` says so.
 */
export async function prepare(options: PrepareOptions, closing: AbortSignal): Promise<Prepared> {
  const noBox = { boxed: false, boot: undefined };
  const [engine, { boxed, boot }] = await Promise.all([
    findEngine(options),
    options.bwrap === undefined ? noBox : probeBoxAndBoot(options.bwrap),
  ]);
  if (engine === undefined) return hostFault('host-no-engine');
  const ground: Ground = {
    ...{ engine, boot },
    bwrap: boxed ? options.bwrap : undefined,
    kitDirectory: options.kitDirectory ?? KIT,
    imageDirectory: options.imageDirectory,
    memoryMegabytes: options.memoryMegabytes ?? 256,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    tell: options.tell ?? (() => undefined),
    closing,
    options,
  };
  const image = await ensureImage(ground);
  if ('error' in image) return hostFault('host-no-image', { why: image.error });
  const first = await stand(ground, image.directory);
  // What a stop has ended says nothing about the image.
  const isOver = image.isNew || closing.aborted;
  if (!('failed' in first && first.unstartable) || isOver) return first;
  // An image that lies on disk and cannot be restored is worth nothing: it is made anew, once.
  const again = await ensureImage({ ...ground, anew: true });
  return 'error' in again
    ? hostFault('host-no-image', { why: again.error })
    : stand(ground, again.directory);
}

/** Sandboxes in which the wheels that a tool names are installed, for each set of wheels its own. */
function createPackagePools(
  wheelsDirectory: string | undefined,
  start: (wheels: ReadonlyMap<string, Uint8Array>) => Promise<SandboxProcess | { error: string }>,
): PackagePools {
  // A Map keeps its order: whoever is used goes to the end.
  const pools = new Map<string, Pool>();
  const closing = new Set<Promise<void>>();
  return {
    async poolFor(packages) {
      const wheels = await findWheels(packages, wheelsDirectory);
      if ('missing' in wheels) return wheels;
      const known = pools.get(wheels.key);
      const pool = known ?? new Pool({ size: SIZE, start: async () => start(await wheels.read()) });
      pools.delete(wheels.key);
      pools.set(wheels.key, pool);
      for (const [key, oldest] of pools) {
        if (pools.size <= MOST_SETS) break;
        pools.delete(key);
        const closed = oldest.close().finally(() => closing.delete(closed));
        closing.add(closed);
      }
      return pool;
    },
    pids: () => [...pools.values()].flatMap((pool) => pool.pids()),
    async close() {
      await Promise.all([...closing, ...[...pools.values()].map((pool) => pool.close())]);
    },
  };
}
