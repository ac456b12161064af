import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { barHeight, chartScale, stepSpans } from './scales.ts';
import { lineDiff, sideBySide } from './side-by-side.ts';

const brief = (left: string, right: string) =>
  lineDiff(left, right).map(({ kind, lines }) => `${kind[0]}:${lines.join('|')}`);

describe('lineDiff', () => {
  test.each([
    ['', '', []],
    ['a', 'a', ['s:a']],
    ['', 'a\nb', ['a:a|b']],
    ['a', '', ['r:a']],
    ['a\nb\nc', 'a\nx\nc', ['s:a', 'r:b', 'a:x', 's:c']],
    ['a\nb\nc', 'a\nc', ['s:a', 'r:b', 's:c']],
    ['a\nc', 'a\nb\nc', ['s:a', 'a:b', 's:c']],
    ['a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc', undefined],
    ['1\n2\n3\n4', '2\n4\n5', ['r:1', 's:2', 'r:3', 's:4', 'a:5']],
  ])('%j to %j', (left, right, parts) => {
    if (parts) expect(brief(left, right)).toEqual(parts);
    const found = lineDiff(left, right);
    const side = (drop: string) =>
      found
        .filter((part) => part.kind !== drop)
        .flatMap((part) => part.lines)
        .join('\n');
    expect([side('added'), side('removed')]).toEqual([left, right]);
  });

  test('needs no more changes than the known shortest answer', () => {
    const changed = lineDiff('a\nb\nc\na\nb\nb\na', 'c\nb\na\nb\na\nc')
      .filter((part) => part.kind !== 'same')
      .flatMap((part) => part.lines);
    expect(changed.length).toBe(5);
  });

  /** Lines that are in one text alone, by the table of longest common subsequences. */
  const fewest = (a: string[], b: string[]): number => {
    let row = Array.from({ length: b.length + 1 }, () => 0);
    for (const line of a) {
      const next = [0];
      for (const [at, other] of b.entries()) {
        next.push(line === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
      }
      row = next;
    }
    return a.length + b.length - 2 * (row.at(-1) ?? 0);
  };

  test('makes one text of the other with the fewest changes, whatever the texts', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const parts = lineDiff(a.join('\n'), b.join('\n'));
        const of = (drop: string) =>
          parts.flatMap(({ kind, lines: own }) => (kind === drop ? [] : own));
        expect([of('added'), of('removed')]).toEqual([a, b]);
        const changed = parts.filter(({ kind }) => kind !== 'same').flatMap((part) => part.lines);
        expect(changed.length).toBe(fewest(a, b));
        // Each stretch is whole: two of a kind do not follow each other.
        for (const [at, { kind }] of parts.entries()) expect(parts[at - 1]?.kind).not.toBe(kind);
      }),
      { numRuns: 500 },
    );
  });

  test('of texts that differ in very many lines their equal ends are kept', () => {
    const lines = (mark: string) => Array.from({ length: 1500 }, (_, at) => mark + at);
    const parts = lineDiff(
      ['x', ...lines('a'), 'y', 'z'].join('\n'),
      ['x', ...lines('b'), 'y', 'z'].join('\n'),
    );
    expect(parts.map(({ kind, lines: own }) => [kind, own.length])).toEqual([
      ['same', 1],
      ['removed', 1500],
      ['added', 1500],
      ['same', 2],
    ]);
  });

  test('two large texts that have nothing in common are told apart', () => {
    const lines = (mark: string) => Array.from({ length: 20_000 }, (_, at) => mark + at).join('\n');
    expect(lineDiff(lines('a'), lines('b')).map((part) => part.kind)).toEqual(['removed', 'added']);
  });
});

describe('sideBySide', () => {
  test('puts changed lines against each other and folds what is equal', () => {
    const many = Array.from({ length: 20 }, (_, at) => `l${at}`);
    const rows = sideBySide(['x', ...many].join('\n'), ['y', 'z', ...many].join('\n'));
    expect(rows).toEqual([
      { kind: 'changed', left: 'x', right: 'y' },
      { kind: 'changed', left: undefined, right: 'z' },
      ...['l0', 'l1', 'l2'].map((line) => ({ kind: 'same', left: line, right: line })),
      { kind: 'skipped', count: 17 },
    ]);
  });

  test.each([
    ['a\n', 'b\n', ['a b']],
    ['a', 'a\n', ['a a', 'undefined ']],
    ['\n\n', '\n', [' ', ' ', ' undefined']],
  ])('draws an end of line that one text alone has: %j and %j', (left, right, expected) => {
    const sides = sideBySide(left, right).map((row) => 'left' in row && `${row.left} ${row.right}`);
    expect(sides).toEqual(expected);
  });
});

test.each([
  [0, 0.08],
  [1, 0.08],
  [100_000, 1],
  [9e9, 1],
])('a run of %d ms stands %d high', (ms, height) => expect(barHeight(ms)).toBeCloseTo(height));

test('a chart has round lines above what it shows', () => {
  expect(chartScale([])).toEqual({ top: 2, lines: [0, 1, 2] });
  expect(chartScale([0.4])).toEqual({ top: 2, lines: [0, 1, 2] });
  expect(chartScale([3])).toEqual({ top: 4, lines: [0, 2, 4] });
  expect(chartScale([12, 40])).toEqual({ top: 40, lines: [0, 20, 40] });
  expect(chartScale([1234])).toEqual({ top: 2000, lines: [0, 1000, 2000] });
});

test('steps lie one after another on the time of their run', () => {
  const step = (timestamp: number, durationMs?: number) => ({
    ...{ id: 'x', type: 'bash' as const, title: 't', status: 'completed' as const, timestamp },
    ...(durationMs === undefined ? {} : { durationMs }),
  });
  expect(stepSpans([step(1000, 500), step(1500, 500)])).toEqual([
    { left: 0, width: 50 },
    { left: 50, width: 50 },
  ]);
  expect(stepSpans([step(1000, 0.5)])).toEqual([{ left: 0, width: 100 }]);
  expect(stepSpans([step(1000, 0)])).toEqual([{ left: 0, width: 1 }]);
  // What takes no time is still seen, and nothing leaves the picture.
  const [, last] = stepSpans([step(0, 1000), step(1000)]);
  expect(last).toEqual({ left: 99, width: 1 });
});
