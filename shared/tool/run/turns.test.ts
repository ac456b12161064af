import { expect, test } from 'vitest';
import { FairQueue, Turns } from './turns.ts';

test('keys take turns, and the work of one key keeps its order', () => {
  const queue = new FairQueue<string>();
  for (const waiter of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(waiter[0] ?? '', waiter);
  queue.remove('a2');
  expect(queue.size).toBe(5);
  expect(queue.take((key) => key !== 'a')).toBe('b1');
  expect(queue.inOrder).toEqual(['a1', 'c1', 'b2', 'a3']);
  const rest = Array.from({ length: 5 }, () => queue.take());
  expect(rest).toEqual(['a1', 'c1', 'b2', 'a3', undefined]);
});

/** Work that records when it begins, and ends on demand. */
function ground(turns: Turns) {
  const begun: string[] = [];
  const ends = new Map<string, (how: 'ends' | 'fails') => void>();
  const all = (names: string) =>
    names.split(' ').map((name) => {
      const work = () =>
        new Promise<string>((settle, fail) => {
          begun.push(name);
          ends.set(name, (how) => (how === 'ends' ? settle(name) : fail(new Error(name))));
        });
      return turns.run(work, name[0]).catch((error) => `${error}`);
    });
  const settled = () => new Promise((settle) => setImmediate(settle));
  return {
    all,
    async after(name?: string, how: 'ends' | 'fails' = 'ends') {
      if (name !== undefined) ends.get(name)?.(how);
      await settled();
      return begun.splice(0);
    },
  };
}

test('runs a limited number at a time, and a failure frees its slot', async () => {
  const { all, after } = ground(new Turns({ width: 2 }));
  const runs = all('a1 a2 a3 b1 a4');
  expect(await after()).toEqual(['a1', 'a2']);
  expect(await after('a2', 'fails')).toEqual(['a3']);
  expect(await after('a1')).toEqual(['b1']);
  expect(await after('a3')).toEqual(['a4']);
  await after('b1');
  await after('a4');
  expect(await Promise.all(runs)).toEqual(['a1', 'Error: a2', 'a3', 'b1', 'a4']);
});

test('runs one of each key, whatever the other keys do', async () => {
  const { all, after } = ground(new Turns({ ofEach: 1 }));
  void all('a1 a2 b1 a3');
  expect(await after()).toEqual(['a1', 'b1']);
  expect(await after('b1')).toEqual([]);
  expect(await after('a1', 'fails')).toEqual(['a2']);
  expect(await after('a2')).toEqual(['a3']);
});

test('work without a limit begins at once', async () => {
  const { all, after } = ground(new Turns({}));
  void all('a1 a2 b1');
  expect(await after()).toEqual(['a1', 'a2', 'b1']);
});
