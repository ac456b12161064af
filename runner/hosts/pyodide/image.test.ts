import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPythonHost } from './python-host.ts';
import { testGround } from './fixtures/test-ground.ts';

let ground: Awaited<ReturnType<typeof testGround>>;
const images = mkdtempSync(join(tmpdir(), 'lathe-images-'));
beforeAll(async () => void (ground = await testGround()));
afterAll(() => rmSync(images, { recursive: true }));

/** Opens a host over the images and closes it, after `wait` has let it get so far. */
async function open(wait: (host: ReturnType<typeof createPythonHost>) => Promise<unknown>) {
  const { kitDirectory, engines } = ground;
  const host = createPythonHost({
    ...{ ...(engines.deno ?? engines.node), kitDirectory, imageDirectory: images, size: 1 },
  });
  try {
    return await wait(host);
  } finally {
    await host.close();
  }
}
const image = () => {
  const [name = ''] = readdirSync(images).filter((entry) => !entry.startsWith('.'));
  const folder = join(images, name);
  const [largest = ''] = readdirSync(folder)
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort((a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size);
  return { inode: statSync(folder).ino, largest: join(folder, largest) };
};

// Making one takes some seconds.
const patience = 120_000;

test(
  'an image of which one byte was changed is made anew, and a whole one is not',
  async () => {
    const ready = () => open((host) => host.missing());
    expect(await ready()).toBeUndefined();
    const made = image();
    expect(await ready()).toBeUndefined();
    expect(image()).toEqual(made);
    const bytes = readFileSync(made.largest);
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(made.largest, bytes);
    expect(await ready()).toBeUndefined();
    expect(readFileSync(image().largest).equals(bytes)).toBe(false);
    expect(image().inode).not.toBe(made.inode);
  },
  patience,
);

test(
  'a stop while it starts leaves the image where it is',
  async () => {
    const made = image();
    let isReady = false;
    // Each time it gets further, until it is there before the stop.
    for (let turns = 1; !isReady; turns *= 3) {
      await open(async (host) => {
        void host.missing().then((missing) => (isReady = missing === undefined));
        for (let at = 0; at < turns && !isReady; at += 1)
          await new Promise((turn) => setImmediate(turn));
      });
      expect(image()).toEqual(made);
    }
  },
  patience,
);
