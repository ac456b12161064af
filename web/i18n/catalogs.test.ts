import { expect, test } from 'vitest';
import { en } from './texts/en.ts';
import { zh } from './texts/zh.ts';

const placeholders = (message: unknown): string[] => [
  ...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? []),
];

test('both languages have the same keys, and give the same values a place', () => {
  expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  for (const [key, message] of Object.entries(en)) {
    const chinese: unknown = Object.entries(zh).find(([other]) => other === key)?.[1];
    expect([key, placeholders(chinese).sort()]).toEqual([key, placeholders(message).sort()]);
  }
});
