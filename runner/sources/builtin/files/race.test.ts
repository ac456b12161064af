import { spawn } from 'node:child_process';
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openGround, yes, type Ground } from '../fixtures/open-ground.ts';
import { nodeDisk } from '../../../platform/disk/node-disk.ts';
import { readText } from './read-text.ts';
import { writeFile } from './write-file.ts';

vi.setConfig({ testTimeout: 180_000 });

const never = new AbortController().signal;
let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

/** A program that puts a link in the place of something and takes it away again, as fast as it can. */
async function swapping(path: string, link: string, work: () => Promise<void>): Promise<void> {
  const program = `
    const { renameSync, symlinkSync } = require('node:fs');
    const [path, link] = process.argv.slice(1);
    symlinkSync(link, path + '.link');
    console.log('on');
    // A tool that makes the folder in between is none of its business.
    const move = (from, to) => { try { renameSync(from, to); } catch {} };
    const rest = new Int32Array(new SharedArrayBuffer(4));
    for (let round = 1; ; round += 1) {
      // Now and then what was judged stays, so that reading is seen to work at all.
      if (round % 50 === 0) Atomics.wait(rest, 0, 0, 20);
      move(path, path + '.kept');
      move(path + '.link', path);
      move(path, path + '.link');
      move(path + '.kept', path);
    }`;
  const swapper = spawn(process.execPath, ['-e', program, path, link]);
  const ended = new Promise((settle) => swapper.once('close', settle));
  await new Promise((begun) => swapper.stdout.once('data', begun));
  try {
    await work();
  } finally {
    swapper.kill('SIGKILL');
    await ended;
  }
}

const HARMLESS = '     1|harmless';

/** Several at a time; and on until what was judged was read once, which a busy machine makes rare. */
async function readAgainAndAgain(file_path: string, seen: Set<string>): Promise<void> {
  const readOnce = async () => {
    const { result } = await ground.call('Read', { file_path });
    seen.add(result.success ? result.llmContent : 'refused');
  };
  for (let round = 0; round < 20 || (!seen.has(HARMLESS) && round < 400); round += 1)
    await Promise.all(Array.from({ length: 5 }, readOnce));
}

describe('a link that replaces the judged file', () => {
  test('A3.32: swapping the file during the call reads nothing', async () => {
    const path = ground.put('race/a.txt', 'harmless');
    const seen = new Set<string>();
    await swapping(path, `${ground.root}/secret.txt`, async () => {
      await readAgainAndAgain(path, seen);
    });
    expect([...seen].filter((text) => text.includes('secret'))).toEqual([]);
    expect([...seen]).toContain(HARMLESS);
  });

  test('A3.32: swapping a folder above it reads nothing', async () => {
    ground.put('outer/inner/secret.txt', 'harmless');
    const seen = new Set<string>();
    await swapping(`${ground.files}/outer/inner`, ground.root, async () => {
      await readAgainAndAgain('outer/inner/secret.txt', seen);
    });
    expect([...seen].filter((text) => text.includes('the secret'))).toEqual([]);
    expect([...seen]).toContain(HARMLESS);
  });

  test('A3.32: swapping writes nothing outside', async () => {
    ground.put('w/inner/secret.txt', 'old');
    let tried = 0;
    const outside = `${ground.root}/secret.txt`;
    await swapping(`${ground.files}/w/inner`, ground.root, async () => {
      for (const until = Date.now() + 5000; Date.now() < until; tried += 1) {
        const args = { file_path: 'w/inner/secret.txt', contents: 'new' };
        await ground.call('Write', args, { policy: 'auto' });
      }
    });
    expect(readFileSync(outside, 'utf8')).toBe('the secret\n');
    expect(tried).toBeGreaterThan(3);
  });

  const later: [string, (path: string) => void][] = [
    ['a link to another file', (path) => link(path, `${ground.root}/secret.txt`)],
    ['a link to itself', (path) => link(path, path)],
    ['a folder', (path) => folder(path)],
  ];
  test.each(later)('%s that came after the question is not touched', async (_name, swap) => {
    const path = ground.put('later/a.txt', 'a');
    const tool = await ground.tool('Edit');
    const args = { file_path: path, old_string: 'a', new_string: 'b' };
    const { signal } = new AbortController();
    const plan = await tool?.plan?.(args, { signal });
    swap(path);
    if (plan?.kind !== 'ready') throw new Error('The edit was refused before the swap');
    const exec = () => Promise.reject(new Error('It starts no programs'));
    const { result } = await plan.perform({ signal, tell: () => undefined, exec });
    expect(result.success).toBe(false);
    expect(readFileSync(`${ground.root}/secret.txt`, 'utf8')).toBe('the secret\n');
    rmSync(`${ground.files}/later`, { recursive: true });
  });

  test('a file that changed between reading and writing keeps the change', async () => {
    const path = ground.put('edited.txt', 'a');
    const read = await readText(path, never);
    writeFileSync(path, 'somebody else');
    if (!read.ok) throw new Error(read.because.message);
    const bytes = new TextEncoder().encode('b');
    const options = { disk: nodeDisk, signal: never, before: read.facts };
    const written = await writeFile(path, bytes, options);
    expect(written).toMatchObject({ ok: false, fault: 'changed' });
    expect(readFileSync(path, 'utf8')).toBe('somebody else');
  });

  test('a pipe and a socket are recognized, and no call waits for them', async () => {
    const made = spawn('mkfifo', [`${ground.files}/pipe`]);
    await new Promise((ended) => made.once('close', ended));
    const { result } = await ground.call('Read', { file_path: 'pipe' }, { answer: yes });
    expect(result.error?.message).toMatch(/not a regular file/i);
  });
});

function link(path: string, to: string): void {
  rmSync(path);
  symlinkSync(to, path);
}

function folder(path: string): void {
  renameSync(path, `${path}.kept`);
  ground.put(`${path}/x`, '');
}
