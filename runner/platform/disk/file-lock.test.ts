import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { enginesFor } from '../../cli/fixtures/start-lathe.ts';
import { openDatabase } from '../database.ts';
import { holdLock } from './file-lock.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lathe-lock-'))));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});
const lock = () => join(folder, 'a.lock');

/** Patience is over as soon as somebody else is found at the lock. */
function withoutPatience(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 60_000));
}

describe('a lock', () => {
  test('passes in order among a hundred callers of one process, however long each holds it', async () => {
    withoutPatience();
    let kept: number[] = [];
    let holders = 0;
    const write = (one: number) =>
      holdLock(lock(), async () => {
        holders += 1;
        expect(holders).toBe(1);
        const before = kept;
        for (let turn = 0; turn < 5; turn += 1) await new Promise((settle) => setImmediate(settle));
        kept = [...before, one];
        holders -= 1;
      });
    const all = Array.from({ length: 100 }, (_, at) => at);
    await Promise.all(all.map(write));
    expect(kept).toEqual(all);
  });

  test('is released by work that fails, and does not block other paths', async () => {
    withoutPatience();
    let release = (): void => undefined;
    const held = holdLock(lock(), () => new Promise<void>((settle) => (release = settle)));
    const failing = holdLock(lock(), () => Promise.reject(new Error('of the work')));
    const after = holdLock(lock(), () => Promise.resolve('after it'));
    expect(await holdLock(join(folder, 'b.lock'), () => Promise.resolve('beside'))).toBe('beside');
    release();
    await held;
    await expect(failing).rejects.toThrow('of the work');
    expect(await after).toBe('after it');
  });

  test('of another process is waited for, with an error after some seconds', async () => {
    // Whoever holds the file is another one, whichever process it lives in.
    const other = await openDatabase(lock());
    other.exec('BEGIN EXCLUSIVE');
    let isDone = false;
    const waiting = holdLock(lock(), () => Promise.resolve((isDone = true)));
    const behind = holdLock(lock(), () => Promise.resolve('behind it'));
    for (let turn = 0; turn < 50; turn += 1) await new Promise((settle) => setImmediate(settle));
    expect(isDone).toBe(false);
    other.exec('ROLLBACK');
    expect([await waiting, await behind]).toEqual([true, 'behind it']);
    other.exec('BEGIN EXCLUSIVE');
    withoutPatience();
    await expect(holdLock(lock(), () => Promise.resolve())).rejects.toThrow('another process');
    other.close();
    expect(await holdLock(lock(), () => Promise.resolve('again'))).toBe('again');
  });

  test('belongs to one process at a time, and no change on either engine is lost', async () => {
    const file = join(folder, 'count');
    writeFileSync(file, '0');
    const program = join(folder, 'count.mjs');
    const [read, module] = ['node:fs', join(import.meta.dirname, 'file-lock.ts')];
    writeFileSync(
      program,
      `import { readFileSync, writeFileSync } from '${read}';
       import { holdLock } from '${module}';
       await Promise.all(Array.from({ length: 50 }, () => holdLock('${lock()}', async () => {
         const before = Number(readFileSync('${file}', 'utf8'));
         await new Promise((settle) => setImmediate(settle));
         writeFileSync('${file}', String(before + 1));
       })));`,
    );
    const run = promisify(execFile);
    const engines = enginesFor('runner/platform/disk/file-lock.ts');
    const twice = [...engines, ...engines].map(({ command: [engine = '', ...args] }) =>
      run(engine, [...args.slice(0, -1), program]),
    );
    await Promise.all(twice);
    expect(readFileSync(file, 'utf8')).toBe(`${50 * twice.length}`);
  });
});
