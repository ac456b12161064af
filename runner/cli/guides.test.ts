import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { choosePlatform } from '../platform/choose-platform.ts';
import { cliIo } from '../platform/cli-io.ts';
import { knownProviders } from '../conversations/models/known-providers.ts';
import { programOf } from './lathe.ts';
import { Session } from './session.ts';

const root = resolve(import.meta.dirname, '../..');
const languages = ['en', 'zh'] as const;
const guide = (language: string, name: string) =>
  readFileSync(join(root, 'web/guides', language, name), 'utf8');
const namesIn = (language: string) => readdirSync(join(root, 'web/guides', language)).sort();
const all = (text: string, pattern: RegExp) => [...new Set(text.match(pattern) ?? [])].sort();

const files = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/\.test\.|\/fixtures\/|\/bench\/|\/mutation/.test(path));

/** What the code reads from its own environment or gives to tools, beside what it passes to its own processes and tests. */
const variables = (): string[] => {
  const own = new Set(['LATHE_IMPORTS', 'LATHE_LATE', 'LATHE_RESULT', 'LATHE_WALK']);
  const text = [...files('runner'), ...files('shared')]
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const providers = Object.values(knownProviders).flatMap(({ variables: { key, address } }) => [
    key,
    address,
  ]);
  const read = all(text, /\bLATHE_[A-Z_]*[A-Z]\b/g).filter((name) => !own.has(name));
  return [...new Set([...read, ...providers])].sort();
};

const optionsOf = (command: Command): string[] => [
  ...command.options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long])),
  ...command.commands.flatMap(optionsOf),
];

describe('the guides', () => {
  test('are there in both languages, with the same headings and examples of code', () => {
    expect(namesIn('zh')).toEqual(namesIn('en'));
    for (const name of namesIn('en')) {
      const [english, chinese] = languages.map((language) => guide(language, name));
      const shape = (text = '') =>
        all(text, /^(#+|```)/gm).length + (text.match(/^#+ /gm) ?? []).length;
      expect([name, shape(chinese)]).toEqual([name, shape(english)]);
    }
  });

  test.each(languages)(
    'name every flag of the command line and no other (%s)',
    async (language) => {
      const io = cliIo();
      const platform = await choosePlatform();
      const program = programOf(io, new Session(io, platform.disk), platform, root);
      const known = new Set(optionsOf(program).filter((flag) => flag !== '--version'));
      // What `npm start` takes beside `lathe serve`.
      known.add('--engine');
      const told = all(guide(language, 'flags.md'), /--[a-z][a-z-]*/g).filter(
        (one) => one !== '--help',
      );
      expect(told).toEqual([...known].sort());
    },
  );

  test.each(languages)('name every variable that is read and no other (%s)', (language) => {
    const told = all(guide(language, 'flags.md'), /\b[A-Z]+(?:_[A-Z]+)+\b/g);
    expect(told).toEqual(variables());
  });

  test.each(languages)('name only paths that there are (%s)', (language) => {
    const rows = readFileSync(join(root, 'runner/server/conformance/guard.test.ts'), 'utf8');
    const told = all(guide(language, 'http-and-mcp.md'), /(?:GET|POST) \/api\/[a-z./-]+/g);
    expect(told.filter((path) => !rows.includes(`'${path}'`))).toEqual([]);
    expect(told.length).toBeGreaterThan(4);
  });

  test.each(languages)('show pictures that are there (%s)', (language) => {
    for (const name of namesIn(language)) {
      for (const [, path = ''] of guide(language, name).matchAll(/!\[.*\]\((.*)\)/g)) {
        expect(readdirSync(join(root, '.github/pictures'))).toContain(path.split('/').at(-1));
      }
    }
  });
});
