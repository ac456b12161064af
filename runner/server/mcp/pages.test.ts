import { expect, test } from 'vitest';
import { page } from './pages.ts';

const rows = (numbers: number[]) =>
  numbers.map((number) => ({
    row: number,
    place: ['0', 'unit', String(number).padStart(5, '0')] as const,
  }));
const all = Array.from({ length: 12_000 }, (_, at) => at);

/** Every row that a client gets which asks page by page; `change` is what becomes of the list between. */
function walked(change: (left: number[]) => number[]): number[] {
  let list = all;
  const got: number[] = [];
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const { rows: some, nextCursor } = page('tools', rows(list), cursor);
    got.push(...some);
    cursor = nextCursor;
    list = change(list);
  }
  return got;
}

test('M15 pages are the list, each row once', () => {
  expect(walked((list) => list)).toEqual(all);
});

test('M15 a cursor stays valid while its row and others disappear', () => {
  const even = walked((list) => list.filter((number) => number % 2 === 0 && number !== 4999));
  expect(new Set(even).size).toBe(even.length);
  expect(even.filter((number) => number % 2 === 0)).toEqual(
    all.filter((number) => number % 2 === 0),
  );
});
