import { describe, expect, test } from 'vitest';
import { en } from './texts/en.ts';
import { zh } from './texts/zh.ts';

const placeholders = (message: unknown): string[] => [
  ...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? []),
];

type Catalog = Record<string, unknown>;
/** Those of the page, and those that come with a part that is fetched late. */
const late = import.meta.glob<Record<string, { catalogs?: { en: Catalog; zh: Catalog } }>>(
  ['../panes/**/*texts.ts', '../shell/*texts.ts'],
  { eager: true },
);
const rows: [string, Catalog, Catalog][] = [['the page', en, zh]];
for (const [path, parts] of Object.entries(late)) {
  for (const { catalogs } of Object.values(parts)) {
    if (catalogs) rows.push([path, catalogs.en, catalogs.zh]);
  }
}

describe('both languages have the same keys, and give the same values a place', () => {
  test('every file of texts is here', () => {
    expect(rows.length).toBe(Object.keys(late).length + 1);
    expect(rows.length).toBeGreaterThan(5);
  });

  test.each(rows)('%s', (_path, english, chinese) => {
    expect(Object.keys(chinese).sort()).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(english)) {
      expect([key, placeholders(chinese[key]).sort()]).toEqual([key, placeholders(message).sort()]);
    }
  });
});
