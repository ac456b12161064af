import { z } from 'zod';
import { nodeDisk as disk } from '../../platform/disk/node-disk.ts';
import type { Command } from './confine.ts';
import type { Engine } from './engine.ts';
import { lookAtImage } from './seen-image.ts';

const Proof = z.object({ key: z.string() });

const lookOf = async (path: string): Promise<string | undefined> =>
  (await disk.look(await disk.real(path)))?.stamp;

/**
 * Returns a key for everything that decides what Python can reach in a sandbox: the image with its test program,
 * the engine's and the sandbox's programs, their command lines, and the boot of the kernel. Undefined if some of it
 * is unknown, and without bubblewrap, because others could then change the proof.
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
  /** The command that starts its sandbox. */
  command: Command;
}

/**
 * Remembers that the known escapes from the interpreter were tested and failed. They touch WebAssembly and nothing
 * of the machine, so the same files, started in the same way, give the same result.
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
    /** If it cannot be written, the next start repeats all tests. */
    async keep(): Promise<void> {
      if (key === undefined || (await keyOf(given)) !== key) return;
      await disk.write(path, JSON.stringify({ key })).catch(() => undefined);
    },
    async forget(): Promise<void> {
      await disk.remove(path).catch(() => undefined);
    },
  };
}
