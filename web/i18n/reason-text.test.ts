import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openBashParser } from '../../shared/commands/bash-parser.ts';
import { createClassifier } from '../../shared/commands/classify.ts';
import { forbiddenFamilies, forbiddenPrograms } from '../../shared/commands/rules/forbidden.ts';
import { readers } from '../../shared/commands/rules/readers.ts';
import { wrappers } from '../../shared/commands/rules/wrappers.ts';
import { languages } from '../../shared/languages/languages.ts';
import { effectivePolicies } from '../../shared/registry/policies.ts';
import { i18n } from './i18n.svelte.ts';
import { reasonText, reasonWordings, ruleText } from './reason-text.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const unworded = (reasons: Iterable<string>) =>
  [...new Set(reasons)].filter((reason) => reasonText(reason) === reason);

beforeAll(async () => {
  await i18n.use('zh');
  await reasonWordings.load();
});

test('every reason of the table of commands is worded', async () => {
  const wasm = (path: string) => new Uint8Array(readFileSync(join(root, 'node_modules', path)));
  const parse = await openBashParser({
    engine: wasm('web-tree-sitter/web-tree-sitter.wasm'),
    grammar: wasm('tree-sitter-bash/tree-sitter-bash.wasm'),
  });
  const classify = createClassifier(parse);
  const rows = read('shared/commands/fixtures/bash.jsonl').trim().split('\n');
  const verdicts = rows.map((row) => {
    const { cmd, environment = {} } = JSON.parse(row);
    return classify(cmd, { environment });
  });
  const said = verdicts.flatMap(({ reasons, segments }) => [
    ...reasons,
    ...segments.map(({ reason }) => reason),
  ]);
  expect(said.length).toBeGreaterThan(1_000);
  expect(unworded(said)).toEqual([]);
});

describe('every reason that the sources hold is worded', () => {
  const literal = /(?:'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`)/.source;
  /** Texts of the sources that a pattern leads to, with a sample in place of each value. */
  const found = (folder: string, before: string, pick = /\.ts$/): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      // PowerShell's reasons are worded by its own.
      .filter((name) => pick.test(name) && !/\.test\.|^powershell\/|fixtures/.test(name))
      .flatMap((name) => [
        ...read(`${folder}/${name}`).matchAll(new RegExp(`(?:${before})${literal}`, 'g')),
      ])
      .map(([, plain, filled]) =>
        (plain ?? filled ?? '').replace(/\$\{[^}]*\}/g, 'x').replace(/\\'/g, "'"),
      );

  test.each([
    ['findings', 'shared/commands', String.raw`\b(?:ask|allow|deny)\([^,()]*,\s*`],
    ['findings by a rule of their own', 'shared/commands', String.raw`rule\.why \?\? `],
    ['alarms', 'shared/commands', String.raw`alarms\.push\(|unknown\(\[|alarm = `],
    ['what cannot be read', 'shared/commands', String.raw`unreadable: |unreadable\(script, `],
    ['parts', 'shared/commands', String.raw`segment\([^,]+, '\w+', '\w+', `],
    ['questions without Bubblewrap', 'shared/registry', String.raw`unboxed =\s*`],
    ['questions of the search', 'runner/sources/builtin/search', String.raw`unboxed =\s*`],
    ['questions of the built-in shell', 'runner/sources/builtin/tools', String.raw`unboxed =\s*`],
    ['questions of the built-in tools', 'runner/sources/builtin/tools', String.raw`reasons: \[`],
    ['questions of registered tools', 'shared/registry', String.raw`reasons\.push\(`],
    ['paths', 'runner/sources/builtin/paths', String.raw`'outside' \? \[`],
  ])('%s', (_what, folder, before) => {
    const said = found(folder, before).filter((one) => !/^(?:"x" x|the redirection x)$/.test(one));
    expect(said.length).toBeGreaterThan(0);
    expect(unworded(said)).toEqual([]);
  });

  test('rules of commands', () => {
    const refused = [
      ...Object.values(forbiddenPrograms),
      ...forbiddenFamilies.map(([, why]) => why),
      ...found('shared/commands', String.raw`return `, /^judges\/forbidden\.ts$/),
    ].map((why) => `"x" ${why}`);
    const asked = [
      ...Object.values(wrappers).flatMap(({ asks }) => asks ?? []),
      ...Object.values(readers).flatMap(({ why }) => why ?? []),
    ];
    expect(refused.length).toBeGreaterThan(20);
    expect(unworded([...refused, ...asked])).toEqual([]);
  });

  test('languages and policies', () => {
    const asks = [...languages.values()].flatMap(({ ask }) => ask ?? []);
    const policies = { execution: 'ask-always', result: 'always' } as const;
    const tool = { name: 't', group: 'g', policies };
    const of = (settings: object) =>
      Object.values(
        effectivePolicies(tool, { tools: {}, groups: {}, session: {}, ...settings }).because,
      );
    const because = [
      ...of({}),
      ...of({ session: policies }),
      ...of({ groups: { g: { policies } } }),
      ...of({ tools: { t: { policies } } }),
    ];
    expect(new Set(because).size).toBe(8);
    expect(unworded([...asks, ...because])).toEqual([]);
  });
});

test.each([
  ['redirect: "> a.txt" writes a file', '重定向：“> a.txt”会写入文件'],
  ['rm: "a" is not known to only read', 'rm：不能确定“a”只读取'],
  ['git push: it changes the repository or its settings', 'git push：它会修改仓库或其设置'],
  ['"a: b" writes a file', '“a: b”会写入文件'],
  ['"$& {name}\n" writes a file', '“$& {name}\n”会写入文件'],
  ['The tool\'s policy is "ask-always"', '工具自己的策略是“每次询问”'],
  ['A sentence of a plug-in', 'A sentence of a plug-in'],
  ['later: a sentence of a plug-in', 'later: a sentence of a plug-in'],
])('%s', (english, chinese) => {
  expect(reasonText(english)).toBe(chinese);
});

test('a rule is called by its name, one that bears a program’s name keeps it', () => {
  expect(['redirect', 'rm', 'constructor'].map(ruleText)).toEqual(['重定向', 'rm', 'constructor']);
});

test('English stays as it came', async () => {
  await i18n.use('en');
  expect(reasonText('redirect: "> a" writes a file')).toBe('redirect: "> a" writes a file');
  expect(ruleText('redirect')).toBe('redirect');
  await i18n.use('zh');
});
