import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

export type Language = 'en' | 'zh';

const web = resolve(import.meta.dirname, '../../web');

/** The files of texts: of the page, and of the parts that are fetched late. */
const catalogFiles = (): string[] =>
  readdirSync(web, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => /\/i18n\/texts\/(en|zh)\/|texts(-en|-zh)?\.ts$/.test(path))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));

/** The wordings of a file of texts by language, which its name says or the property that they stand in. */
const readTexts = (path: string, texts: Record<Language, Set<string>>): void => {
  const named = /[/-](en|zh)(?:\/[\w-]+)?\.ts$/.exec(path)?.[1] as Language | undefined;
  const visit = (node: ts.Node, language: Language | undefined): void => {
    if (ts.isPropertyAssignment(node)) {
      const own = node.name.getText().replaceAll(/['"]/g, '');
      const inner = own === 'en' || own === 'zh' ? own : language;
      if (inner && ts.isStringLiteralLike(node.initializer))
        texts[inner].add(node.initializer.text);
      return visit(node.initializer, inner);
    }
    ts.forEachChild(node, (child) => visit(child, language));
  };
  const source = readFileSync(path, 'utf8');
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true), named);
};

/** A text with values in it, as a pattern of what is drawn; one that is little but values says nothing. */
const patternOf = (text: string): RegExp | undefined => {
  const parts = text.split(/\{\w+\}/);
  if (parts.join('').replaceAll(/[^\p{L}]/gu, '').length < 8) return undefined;
  const literal = parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${literal.join('.+')}$`, 's');
};

interface Known {
  whole: Set<string>;
  filled: RegExp[];
}

const knownOf = (texts: readonly string[]): Known => ({
  whole: new Set(texts.filter((text) => !text.includes('{'))),
  filled: texts.filter((text) => text.includes('{')).flatMap((text) => patternOf(text) ?? []),
});

let read: Record<Language, Known> | undefined;

/** The texts that one language has and the other words in another way. */
const known = (): Record<Language, Known> => {
  if (read) return read;
  const texts: Record<Language, Set<string>> = { en: new Set(), zh: new Set() };
  for (const path of catalogFiles()) readTexts(path, texts);
  if (Math.min(texts.en.size, texts.zh.size) < 500) throw new Error('The texts were not found');
  const onlyIn = (language: Language, other: Language) =>
    [...texts[language]].filter((text) => !texts[other].has(text) && /\p{L}{2}/u.test(text));
  read = { en: knownOf(onlyIn('en', 'zh')), zh: knownOf(onlyIn('zh', 'en')) };
  return read;
};

/** What models and interpreters read or write in English, whatever language the page has. */
const englishFiles = [
  'shared/tool/agent.ts',
  'shared/languages/agent/prompts.ts',
  'shared/languages/bash/bash.ts',
  'runner/conversations/messages.ts',
];
const traceback = 'Traceback (most recent call last):';

/** What people, tools and models say in the states of the walk: whatever stands in these files is data. */
const dataFiles = (): string[] =>
  [
    ...['e2e', 'examples', 'runner/conversations/fixtures', 'runner/remote/fixtures'],
    ...['runner/sources/builtin', 'shared/formats/fixtures'],
    ...['server-everything', 'server-filesystem'].map(
      (name) => `node_modules/@modelcontextprotocol/${name}/dist`,
    ),
  ]
    .map((folder) => resolve(web, '..', folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(ts|js|mjs|json|py|sh|ps1|md)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    );

const words = (text: string): string => (text.match(/[A-Za-z]+/g) ?? []).join(' ');
let data: string | undefined;
const isData = (text: string): boolean =>
  (data ??= [...dataFiles(), ...englishFiles.map((path) => resolve(web, '..', path))]
    .map((path) => words(readFileSync(path, 'utf8')))
    .concat(words(traceback))
    .join(' ')).includes(words(text));

/** Four words in a row, three of them small; what is quoted is somebody's text. */
const sentence = /[A-Za-z]+(?:['’-][a-z]+)*,?(?: [a-z]+(?:['’-][a-z]+)*,?){3,}/g;

/** The English sentences within texts of the Chinese page that no data holds. */
const englishIn = (text: string): boolean =>
  (text.replaceAll(/“[^”]*”|"[^"]*"/g, ' ').match(sentence) ?? []).some((found) => !isData(found));

/** Which of the texts that are drawn are of the other language: by its catalog, and in Chinese by their English sentences. */
export const foreign = (drawn: readonly string[], language: Language): string[] => {
  const { whole, filled } = known()[language === 'en' ? 'zh' : 'en'];
  return drawn.filter(
    (text) =>
      whole.has(text) ||
      filled.some((pattern) => pattern.test(text)) ||
      (language === 'zh' && englishIn(text)),
  );
};
