import { beforeEach, expect, test, vi } from 'vitest';
import { RunNames } from './run-names.ts';

const run = (id: string, b: number) => ({ id, tool: 'calc', arguments: { a: 1, b } });
const samples = [{ name: 'by zero', arguments: { a: 1, b: 0 } }];

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

test('a run keeps the name of its sample when its tool is closed, and after a reload', () => {
  const names = new RunNames();
  expect(names.of(run('r1', 0), undefined)).toBeUndefined();
  names.learn([run('r1', 0), run('r2', 5)], samples);
  for (const each of [names, new RunNames()]) {
    expect(each.of(run('r1', 0), undefined)).toBe('by zero');
    expect(each.of(run('r2', 5), undefined)).toBeUndefined();
  }
});

test('an open tool has the last word: a sample that was renamed or deleted is not remembered', () => {
  const names = new RunNames();
  names.learn([run('r1', 0)], samples);
  names.learn([run('r1', 0)], [{ ...samples[0]!, name: 'no divisor' }]);
  expect(names.of(run('r1', 0), undefined)).toBe('no divisor');
  names.learn([run('r1', 0)], []);
  expect(new RunNames().of(run('r1', 0), undefined)).toBeUndefined();
});

test('the oldest names go first', () => {
  const names = new RunNames();
  for (let at = 0; at < 400; at += 1) names.learn([run(`r${at}`, 0)], samples);
  expect(names.of(run('r0', 0), undefined)).toBeUndefined();
  expect(names.of(run('r399', 0), undefined)).toBe('by zero');
});
