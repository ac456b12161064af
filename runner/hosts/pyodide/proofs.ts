import { z } from 'zod';
import { nodeDisk as disk } from '../../platform/disk/node-disk.ts';
import type { Command } from './confine.ts';
import type { Engine } from './engine.ts';
import { lookAtImage } from './seen-image.ts';

const Proof = z.object({ key: z.string() });

const lookOf = async (path: string): Promise<string | undefined> =>
  (await disk.look(await disk.real(path)))?.stamp;

/**
 * Everything that decides what Python meets in a sandbox: the image with the program that tries it, the engine's and
 * the box's programs, how they are started, and the kernel since it was started. Undefined where not all of it can be
 * told, and without a box, where others may change what is told.
 */
async function keyOf(given: Given): Promise<string | undefined> {
  const { engine, bwrap, boot, directory, command } = given;
  if (bwrap === undefined || boot === undefined) return undefined;
  try {
    const [image, ...programs] = await Promise.all([
      lookAtImage(directory),
      ...[engine.binary, bwrap].map(lookOf),
    ]);
    if (programs.includes(undefined)) return undefined;
    return JSON.stringify([boot, engine.version, directory, image.text, programs, command]);
  } catch {
    return undefined;
  }
}

interface Given {
  engine: Engine;
  bwrap?: string;
  boot: string | undefined;
  imageDirectory: string;
  /** The image's folder. */
  directory: string;
  /** What starts a sandbox of it. */
  command: Command;
}

/**
 * Remembers that the known ways out of the interpreter were tried and held. They meet WebAssembly and nothing of the
 * machine, so that the same files, started in the same way, answer the same.
 */
export async function openProofs(given: Given) {
  const path = `${given.imageDirectory}/proven-${given.engine.id}.json`;
  const key = await keyOf(given);
  return {
    async isProven(): Promise<boolean> {
      if (key === undefined) return false;
      try {
        const bytes = await disk.read(path);
        return Proof.parse(JSON.parse(new TextDecoder().decode(bytes))).key === key;
      } catch {
        return false;
      }
    },
    /** Where it cannot be written, the next start tries everything again. */
    async keep(): Promise<void> {
      if (key === undefined || (await keyOf(given)) !== key) return;
      await disk.write(path, JSON.stringify({ key })).catch(() => undefined);
    },
    async forget(): Promise<void> {
      await disk.remove(path).catch(() => undefined);
    },
  };
}
