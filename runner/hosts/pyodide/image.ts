import { z } from 'zod';
import { collectText, endOn, spawnGroup } from '../../platform/process/spawn.ts';
import { nodeDisk as disk } from '../../platform/disk/node-disk.ts';
import { confine } from './confine.ts';
import { learn } from './engine-memory.ts';
import type { Engine } from './engine.ts';
import { FRAME, frameReader, parseFrame } from './frames.ts';
import { openSeen } from './seen-image.ts';

const MONTH_MS = 30 * 24 * 3600 * 1000;

export type Tell = (step: string, done: number, of: number) => void;

export interface ImageOptions {
  engine: Engine;
  bwrap?: string;
  /** The output of `build-child.mjs`. */
  kitDirectory: string;
  /** The folder of images, one folder each. */
  imageDirectory: string;
  memoryMegabytes: number;
  timeZone: string;
  tell: Tell;
  /** Aborts the building of an image. */
  closing: AbortSignal;
  /** Whether to build an image even if there is one. */
  anew?: boolean;
}

const Step = z.object({ step: z.string(), done: z.number(), of: z.number() });
/** The SHA-256 of each file: an incomplete or changed folder is not an image. */
const Manifest = z.object({ key: z.string(), files: z.record(z.string(), z.string()) });
const COPIED = ['main.mjs', 'pyodide.asm.mjs'];
const BUILD_MS = 300_000;
/** Part of each key; increased when images of the same files have another layout. */
const LAYOUT = 4;

async function hexDigest(parts: Uint8Array[]): Promise<string> {
  const hashes = await Promise.all(
    parts.map((part) => crypto.subtle.digest('SHA-256', part as Uint8Array<ArrayBuffer>)),
  );
  const all = await crypto.subtle.digest('SHA-256', await new Blob(hashes).arrayBuffer());
  return [...new Uint8Array(all)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function guestFiles(kit: string): Promise<string[]> {
  const entries = (await disk.list(`${kit}/guest`)) ?? [];
  return entries.map((entry) => entry.name);
}

/** Returns what an image depends on besides its files. */
const factsOf = ({ engine, memoryMegabytes, timeZone }: ImageOptions) => [
  ...[LAYOUT, engine.id, engine.version, memoryMegabytes, timeZone],
];

/**
 * Returns a key that changes with everything that affects the image: Lathe's files, Pyodide, the engine and its V8.
 */
async function keyOf(options: ImageOptions): Promise<string | undefined> {
  const { kitDirectory: kit } = options;
  const guest = (await guestFiles(kit)).map((name) => `guest/${name}`);
  const names = ['main.mjs', 'build.mjs', 'package.json', 'pyodide.asm.mjs', ...guest];
  const files = await Promise.all(names.map((name) => disk.read(`${kit}/${name}`)));
  const facts = JSON.stringify([...factsOf(options), names]);
  const parts: Uint8Array[] = [new TextEncoder().encode(facts)];
  for (const bytes of files) {
    if (bytes === undefined) return undefined;
    parts.push(bytes);
  }
  return hexDigest(parts);
}

async function isWhole(directory: string, key: string): Promise<boolean> {
  const bytes = await disk.read(`${directory}/image.json`);
  if (bytes === undefined) return false;
  try {
    const { files, ...manifest } = Manifest.parse(JSON.parse(new TextDecoder().decode(bytes)));
    if (manifest.key !== key) return false;
    const found = await Promise.all(
      Object.entries(files).map(async ([name, digest]) => {
        const content = await disk.read(`${directory}/${name}`);
        return content !== undefined && (await hexDigest([content])) === digest;
      }),
    );
    return found.every(Boolean);
  } catch {
    return false;
  }
}

async function build(options: ImageOptions): Promise<Map<string, Uint8Array> | { error: string }> {
  const { kitDirectory: kit, engine, bwrap, memoryMegabytes, timeZone } = options;
  const files = new Map<string, Uint8Array>();
  const complaint = collectText(4096);
  let done = false;
  const feed = frameReader((frame) => {
    const step = frame.kind === FRAME.progress ? parseFrame(Step, frame) : undefined;
    if (step !== undefined) options.tell(step.step, step.done, step.of);
    if (frame.kind === FRAME.done) done = true;
    if (frame.kind !== FRAME.file) return;
    const split = frame.body.indexOf(0);
    const name = new TextDecoder().decode(frame.body.subarray(0, split));
    files.set(name, frame.body.slice(split + 1));
  });
  const env = { TZ: timeZone, ...engine.env };
  const { command, args } = confine({
    engine,
    bwrap,
    directory: kit,
    program: 'build.mjs',
    args: [String(memoryMegabytes), timeZone, ...(await guestFiles(kit))],
    env,
    // Two whole interpreters live in this process.
    roomy: true,
  });
  const child = await spawnGroup(command, args, {
    env,
    onStdout: (bytes) => void feed(bytes),
    onStderr: complaint.take,
  });
  if ('error' in child) return { error: child.error };
  endOn(options.closing, child);
  const clock = setTimeout(() => child.kill('SIGKILL'), BUILD_MS);
  const { code, signal } = await child.exited;
  clearTimeout(clock);
  if (done) return files;
  const said = complaint.text().trim().split('\n').slice(0, 3).join(' ');
  return { error: said === '' ? `The builder ended with ${signal ?? `status ${code}`}` : said };
}

/**
 * Returns the folder of the image for this engine, and builds it if needed. It is written elsewhere and renamed, so
 * two runners that start together both find a complete one.
 */
export async function ensureImage(
  options: ImageOptions,
): Promise<{ directory: string; isNew: boolean } | { error: string }> {
  const { imageDirectory, kitDirectory, engine, anew = false } = options;
  const facts = factsOf(options);
  const seen = await openSeen({ imageDirectory, kitDirectory, engine: engine.id, facts });
  const known = anew ? undefined : await seen.find();
  if (known !== undefined) return { directory: known, isNew: false };
  const key = await keyOf(options);
  if (key === undefined) {
    return { error: `"${kitDirectory}" lacks the sandbox's files; run "npm run build"` };
  }
  const directory = `${imageDirectory}/${engine.id}-${key.slice(0, 20)}`;
  if (!anew && (await disk.look(directory))) {
    const real = await disk.real(directory);
    const looked = await seen.look(real);
    if (await isWhole(real, key)) {
      await looked.keep();
      return { directory: real, isNew: false };
    }
  }
  await dropOldImages(imageDirectory);
  const files = await build(options);
  if ('error' in files) return { error: `The Python image could not be built: ${files.error}` };
  for (const name of COPIED) {
    const bytes = await disk.read(`${kitDirectory}/${name}`);
    if (bytes !== undefined) files.set(name, bytes);
  }
  const beside = `${imageDirectory}/.${crypto.randomUUID()}`;
  for (const [name, bytes] of files) await disk.write(`${beside}/${name}`, bytes);
  // The engine's cache is also code, which it runs without a check.
  for (const name of await learn(options, beside)) {
    const bytes = await disk.read(`${beside}/${name}`);
    if (bytes !== undefined) files.set(name, bytes);
  }
  const digests = [...files].map(async ([name, bytes]) => [name, await hexDigest([bytes])]);
  const manifest = { key, files: Object.fromEntries(await Promise.all(digests)) };
  await disk.write(`${beside}/image.json`, JSON.stringify(manifest));
  try {
    // Removed only now, so that an interruption leaves the old image.
    if (anew || !(await isWhole(directory, key))) await disk.remove(directory);
    await disk.move(beside, directory);
  } catch {
    // Another process was first; its image is equally good.
    await disk.remove(beside);
  }
  return { directory: await disk.real(directory), isNew: true };
}

/**
 * Removes images that are over a month old, before a new one is built: each update of Lathe leaves some 36 MB. An
 * older Lathe builds its image again in a few seconds.
 */
export async function dropOldImages(imageDirectory: string, now = Date.now()): Promise<string[]> {
  const dropped: string[] = [];
  for (const entry of (await disk.list(imageDirectory)) ?? []) {
    const isOld = entry.kind === 'folder' && entry.modifiedAt < now - MONTH_MS;
    if (!isOld) continue;
    await disk.remove(`${imageDirectory}/${entry.name}`);
    dropped.push(entry.name);
  }
  return dropped;
}
