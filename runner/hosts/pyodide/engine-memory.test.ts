import { beforeAll, expect, test } from 'vitest';
import { probeBox } from '../../platform/process/isolation.ts';
import { collectText, spawnGroup } from '../../platform/process/spawn.ts';
import { confine } from './confine.ts';
import { findEngine } from './engine.ts';
import { encodeJson, FRAME } from './frames.ts';
import { ensureImage } from './image.ts';
import { testGround } from './fixtures/test-ground.ts';

let ground: Awaited<ReturnType<typeof testGround>>;
beforeAll(async () => void (ground = await testGround()));

test("a sandbox finds its engine's cache of every module, read-only", async (here) => {
  const { engines, bwrap, kitDirectory, imageDirectory } = ground;
  const engine = engines.deno && (await findEngine(engines.deno));
  if (!engine || !(await probeBox(bwrap))) return here.skip('needs Deno and bubblewrap');
  const [timeZone, closing] = ['UTC', new AbortController().signal];
  const paths = { engine, bwrap, kitDirectory, imageDirectory, timeZone, closing };
  const image = await ensureImage({ ...paths, memoryMegabytes: 256, tell: () => undefined });
  if ('error' in image) throw new Error(image.error);
  const env = { TZ: timeZone, ...engine.env, DENO_LOG: 'debug' };
  const { directory } = image;
  const sealed = confine({ engine, bwrap, directory, program: 'main.mjs', args: [], env });
  const said = collectText(1_000_000);
  const child = await spawnGroup(sealed.command, sealed.args, {
    ...{ env, onStdout: () => undefined, onStderr: said.take },
  });
  if ('error' in child) throw new Error(child.error);
  child.write(encodeJson(FRAME.start, { env: {}, wheels: 0 }));
  child.endInput();
  await child.exited;
  for (const name of ['main.mjs', 'pyodide.asm.mjs'])
    expect(said.text()).toContain(`code cache hit for ES module: file:///image/${name}`);
  expect(said.text()).not.toContain('Updating V8 code cache');
}, 120_000);
