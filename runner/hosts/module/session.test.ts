import { expect, test } from 'vitest';
import { Session } from './session.ts';

const MB = 1024 * 1024;
const result = (size: number) => ({ content: [], details: 'x'.repeat(size), isError: false });

test('the newest results are kept, up to 16 MB together', () => {
  const session = new Session();
  for (let n = 0; n < 40; n += 1) session.add(`t${n}`, 'c', result(MB));
  expect(session.entries.map(({ tool }) => tool)).toEqual(
    Array.from({ length: 15 }, (_, n) => `t${n + 25}`),
  );
});

test('a result of more than 4 MB is not kept, and takes the place of no other', () => {
  const session = new Session();
  session.add('small', 'c', result(1));
  expect(session.add('large', 'c', result(4 * MB))).toEqual({
    refusal: expect.stringMatching(/larger than 4 MB; return smaller details/),
  });
  expect(session.entries.map(({ tool }) => tool)).toEqual(['small']);
});

test('the log keeps its newest lines, up to 1 MB together', () => {
  const session = new Session();
  for (let n = 0; n < 40; n += 1) session.note('info', `${n}`.padEnd(MB / 10));
  expect(session.log.map(({ text }) => text.trim())).toEqual(
    Array.from({ length: 10 }, (_, n) => `${n + 30}`),
  );
});

test('what is larger than the log is named instead, a line or a list of pending actions', () => {
  const session = new Session();
  session.propose([{ label: 'small', tool: 't' }]);
  session.propose([{ label: 'x'.repeat(2 * MB), tool: 't' }]);
  session.note('info', 'x'.repeat(2 * MB));
  expect(session.pending).toEqual([{ label: 'small', tool: 't' }]);
  const named = {
    level: 'warn',
    text: expect.stringMatching(/^More than 1 MB of text was not kept/),
  };
  expect(session.log).toEqual([named, named]);
});
