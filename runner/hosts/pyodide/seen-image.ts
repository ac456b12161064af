import { z } from 'zod';
import { nodeDisk as disk } from '../../platform/disk/node-disk.ts';
import { MEMORY } from './confine.ts';

/** The image that was last compared with its digests, and how its files and those that it was made of looked then. */
const Seen = z.object({ source: z.string(), directory: z.string(), image: z.string() });

/** A file whose last change is not older may change again without a trace in its times. */
const SETTLED_MS = 2_000;

const seenPath = (imageDirectory: string, engine: string) =>
  `${imageDirectory}/seen-${engine}.json`;

interface Look {
  text: string;
  /** Milliseconds since 1970. */
  newest: number;
}

/** Sizes, times and inodes of the files of some folders: where they are the same, the contents are. */
async function lookAt(folders: string[], facts: unknown = null): Promise<Look> {
  const lists = await Promise.all(folders.map((folder) => disk.list(folder)));
  const files = lists.map((list) => (list ?? []).filter(({ kind }) => kind === 'file'));
  const rows = files.map((list) => list.map(({ name, stamp }) => [name, stamp]));
  const newest = Math.max(0, ...files.flat().map(({ modifiedAt }) => modifiedAt));
  return { text: JSON.stringify([facts, rows]), newest };
}

export const lookAtImage = (directory: string) => lookAt([directory, `${directory}/${MEMORY}`]);

/**
 * Remembers which image fits, so that a start need not read some 50 MB to know it. `facts`: what beside the kit's
 * files makes an image another one.
 */
export async function openSeen(given: {
  imageDirectory: string;
  kitDirectory: string;
  engine: string;
  facts: unknown;
}) {
  const { imageDirectory, kitDirectory: kit, engine, facts } = given;
  const path = seenPath(imageDirectory, engine);
  const source = await lookAt([kit, `${kit}/guest`], facts);
  return {
    /** The folder of the image, where neither it nor what it is made of has changed since it was compared. */
    async find(): Promise<string | undefined> {
      const bytes = await disk.read(path).catch(() => undefined);
      if (bytes === undefined) return undefined;
      try {
        const seen = Seen.parse(JSON.parse(new TextDecoder().decode(bytes)));
        const isSame = seen.source === source.text;
        if (!isSame || (await lookAtImage(seen.directory)).text !== seen.image) return undefined;
        return seen.directory;
      } catch {
        return undefined;
      }
    },
    /** Before the image is compared: how it looks; `keep` is to be called when it was found whole. */
    async look(directory: string) {
      const before = Date.now() - SETTLED_MS;
      const image = await lookAtImage(directory);
      return {
        async keep(): Promise<void> {
          if (Math.max(source.newest, image.newest) > before) return;
          const seen = { source: source.text, directory, image: image.text };
          // Where it cannot be written, the next start compares again.
          await disk.write(path, JSON.stringify(seen)).catch(() => undefined);
        },
      };
    },
  };
}
