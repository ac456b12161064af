import { expect, test } from 'vitest';
import { languages } from '../../shared/languages/languages.ts';
import { guides, pageHosts, pageLanguages, readableLanguages } from './languages.ts';

test('A0.6 modules have rules in each of their languages', () => {
  expect([...guides.keys()]).toEqual(['python', 'powershell', 'bash', 'typescript']);
});

test.each([...guides])(
  'A0.6 the rules of %s are written in English and Chinese',
  async (_, load) => {
    const guide = await load();
    expect(guide.length).toBeGreaterThan(3);
    for (const { title, text } of guide) {
      expect(text.zh).toHaveLength(text.en.length);
      expect(title.zh).toMatch(/\p{Script=Han}/u);
      expect(text.en.join('')).not.toMatch(/\p{Script=Han}/u);
      const code = (part: string) => part.match(/`[^`]+`/g) ?? [];
      // A word of the language stands in both, or it was forgotten in one.
      expect(text.zh.flatMap(code).length).toBe(text.en.flatMap(code).length);
    }
  },
);

test('the page knows each language under its own id', () => {
  expect([...pageLanguages.keys()].toSorted()).toEqual([...languages.keys()].toSorted());
});

test('what reads modules in the page stands for a language whose files are modules', () => {
  expect(readableLanguages.length).toBeGreaterThan(0);
  for (const id of readableLanguages) {
    expect(languages.get(id)?.moduleStarter, id).toBeDefined();
  }
});

test('a host of the page bears the id that its language asks for', () => {
  for (const [id, { host }] of pageLanguages) {
    if (host) expect([host.id, pageHosts.get(host.id)]).toEqual([languages.get(id)?.host, host]);
  }
});
