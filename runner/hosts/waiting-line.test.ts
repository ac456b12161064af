import { expect, test } from 'vitest';
import { WaitingLine } from './waiting-line.ts';

const settled = () => new Promise((settle) => setImmediate(settle));

/** Askers `caller/session#number`, who note when they begin and which places they are told. */
function ground(width: number) {
  const line = new WaitingLine(width);
  const begun: string[] = [];
  const told = new Map<string, number[]>();
  const ends = new Map<string, () => void>();
  return {
    begun,
    told,
    ask(name: string, signal = new AbortController().signal) {
      const [caller = '', session = ''] = name.split(/[/#]/);
      const places: number[] = [];
      told.set(name, places);
      void line
        .take({ caller, session }, (position) => places.push(position), signal)
        .then((end) => {
          begun.push(end === 'cancelled' ? `${name} left` : name);
          if (end !== 'cancelled') ends.set(name, end);
        });
    },
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

test('callers take turns, and so do the sessions of one caller', async () => {
  const { ask, begun, end } = ground(1);
  for (const name of ['a/1#1', 'a/1#2', 'a/1#3', 'a/2#1', 'b/1#1', 'b/1#2']) ask(name);
  await settled();
  for (let at = 0; at < 6; at += 1) await end(begun[at] ?? '');
  expect(begun).toEqual(['a/1#1', 'a/1#2', 'b/1#1', 'a/2#1', 'b/1#2', 'a/1#3']);
});

test('200 calls of one caller delay another caller by one turn', async () => {
  const { ask, begun, told, end } = ground(2);
  for (let at = 0; at < 200; at += 1) ask(`a/1#${at}`);
  ask('b/1#0');
  await settled();
  expect(told.get('b/1#0')).toEqual([2]);
  await end('a/1#0');
  await end('a/1#1');
  expect(begun).toContain('b/1#0');
});

test('a waiting call gets its position, and again when it has halved', async () => {
  const { ask, begun, told, end } = ground(1);
  for (let at = 0; at < 10; at += 1) ask(`a/1#${at}`);
  await settled();
  for (let at = 0; at < 9; at += 1) await end(begun[at] ?? '');
  expect(told.get('a/1#0')).toEqual([]);
  expect(told.get('a/1#9')).toEqual([9, 4, 2, 1, 0]);
});

test('a cancelled call is skipped, and uses no turn', async () => {
  const { ask, begun, end } = ground(1);
  const gone = new AbortController();
  ask('a/1#1');
  ask('a/1#2', gone.signal);
  ask('a/1#3');
  await settled();
  gone.abort();
  await end('a/1#1');
  expect(begun).toEqual(['a/1#1', 'a/1#2 left', 'a/1#3']);
  await end('a/1#3');
  ask('a/1#4', gone.signal);
  ask('a/1#5');
  await settled();
  expect(begun.slice(3)).toEqual(['a/1#4 left', 'a/1#5']);
});
