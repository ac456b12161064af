import { z } from 'zod';
import { nodeDisk as disk } from '../../platform/disk/node-disk.ts';
import { MEMORY } from './confine.ts';

/** The image that was last verified, and the state of its files and sources at that time. */
const Seen = z.object({ source: z.string(), directory: z.string(), image: z.string() });

/** A file that changed more recently may change again within the resolution of its time. */
const SETTLED_MS = 2_000;

const seenPath = (imageDirectory: string, engine: string) =>
  `${imageDirectory}/seen-${engine}.json`;

interface Look {
  text: string;
  /** Milliseconds since 1970. */
  newest: number;
}

/** Returns sizes, times and inodes of the files in folders: if they are equal, so are the contents. */
async function lookAt(folders: string[], facts: unknown = null): Promise<Look> {
  const lists = await Promise.all(folders.map((folder) => disk.list(folder)));
  const files = lists.map((list) => (list ?? []).filter(({ kind }) => kind === 'file'));
  const rows = files.map((list) => list.map(({ name, stamp }) => [name, stamp]));
  const newest = Math.max(0, ...files.flat().map(({ modifiedAt }) => modifiedAt));
  return { text: JSON.stringify([facts, rows]), newest };
}

export const lookAtImage = (directory: string) => lookAt([directory, `${directory}/${MEMORY}`]);

/**
 * Remembers the verified image, so that a start does not read some 50 MB. `facts` are what the image depends on
 * besides files.
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
    /** Returns the folder of the image if neither it nor its sources changed since it was verified. */
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
    /** Records the state before an image is verified; `keep` stores it afterwards. */
    async look(directory: string) {
      const before = Date.now() - SETTLED_MS;
      const image = await lookAtImage(directory);
      return {
        async keep(): Promise<void> {
          if (Math.max(source.newest, image.newest) > before) return;
          const seen = { source: source.text, directory, image: image.text };
          // If it cannot be written, the next start verifies again.
          await disk.write(path, JSON.stringify(seen)).catch(() => undefined);
        },
      };
    },
  };
}
