import { hostFault } from '../../../shared/returns/host-faults.ts';
import type { HostFault } from '../../../shared/tool/run/host.ts';
import { cores } from '../../platform/process/own-process.ts';
import type { Trial } from './child/self-test.ts';
import { confine } from './confine.ts';
import { findEngine } from './engine.ts';
import type { Engine } from './engine.ts';
import { ensureImage } from './image.ts';
import type { ImageOptions, Tell } from './image.ts';
import { Pool } from './pool.ts';
import { probeBoxAndBoot } from '../../platform/process/isolation.ts';
import { openProofs } from './proofs.ts';
import { prove } from './prove.ts';
import type { Unproven } from './prove.ts';
import { startSandbox } from './sandbox-process.ts';
import type { SandboxProcess } from './sandbox-process.ts';
import { findWheels } from './wheels.ts';

/** The limit of package sets with sandboxes; the least recently used one is dropped. */
const MOST_SETS = 3;
const SIZE = 2;

interface PackagePools {
  poolFor(packages: string[]): Promise<Pool | HostFault>;
  pids(): number[];
  close(): Promise<void>;
}

export interface PrepareOptions {
  /** The path of Deno; preferred, because it holds even if the gate fails. */
  deno?: string;
  /** The version of that Deno, if known. */
  denoVersion?: string;
  /** The path of Node, used without Deno. */
  node?: string;
  /** The path of bubblewrap. */
  bwrap?: string;
  imageDirectory: string;
  /** The output of the build; by default in its usual folder. */
  kitDirectory?: string;
  wheelsDirectory?: string;
  /** The limit of ready and busy sandboxes; by default one for each core and a spare. */
  size?: number;
  /** How many of them start before a call waits for one; all by default. */
  standing?: number;
  /** The memory limit of each sandbox's Python. */
  memoryMegabytes?: number;
  /** Whether to repeat all tests. */
  provesAnew?: boolean;
  /** Called when the sandboxes that test themselves are running. */
  begun?: () => void;
  /** Reports the progress of building an image, which takes some seconds once per machine. */
  tell?: Tell;
}

export type Prepared =
  | HostFault
  | {
      layers: string[];
      /** Returns the sandboxes with these wheels installed. */
      poolFor(packages: string[]): Promise<Pool | HostFault>;
      pids(): number[];
      close(): Promise<void>;
    };

const KIT = decodeURIComponent(new URL('../../../dist/sandbox', import.meta.url).pathname);

/** Returns one for each core and a spare. */
export const defaultSize = (): number => cores() + 1;

interface Ground extends ImageOptions {
  engine: Engine;
  /** The kernel's boot id and version, if known. */
  boot: string | undefined;
  options: PrepareOptions;
}

const environmentOf = ({ engine, timeZone }: Ground) => ({ TZ: timeZone, ...engine.env });

const commandOf = (ground: Ground, directory: string) =>
  confine({ ...ground, directory, program: 'main.mjs', args: [], env: environmentOf(ground) });

/** Starts sandboxes of one image, and proves the isolation with the first two. */
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
  // Bubblewrap itself adds PWD.
  const environment = [...Object.keys(env), 'PWD'];
  const proofs = await openProofs({ ...ground, directory, command: commandOf(ground, directory) });
  const isKnown = options.provesAnew !== true && (await proofs.isProven());
  const proven = await prove({
    ...{ engine, environment, files, isKnown, start: (trial) => start(new Map(), trial) },
  });
  if ('failed' in proven) {
    // An interrupted test proves nothing.
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

/** Prepares the engine, the image, the proof of isolation, and the pool. Everything ends when `closing` aborts. */
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
  // After an interruption, a failure says nothing about the image.
  const isOver = image.isNew || closing.aborted;
  if (!('failed' in first && first.unstartable) || isOver) return first;
  // An existing image that cannot be restored is built again, once.
  const again = await ensureImage({ ...ground, anew: true });
  return 'error' in again
    ? hostFault('host-no-image', { why: again.error })
    : stand(ground, again.directory);
}

/** Returns a pool for each set of wheels that tools name. */
function createPackagePools(
  wheelsDirectory: string | undefined,
  start: (wheels: ReadonlyMap<string, Uint8Array>) => Promise<SandboxProcess | { error: string }>,
): PackagePools {
  // A Map keeps its order, so a used pool moves to the end.
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
