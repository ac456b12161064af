import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBashParser } from '../../shared/commands/bash-parser.ts';
import { createClassifier, type Classify } from '../../shared/commands/classify.ts';
import { createPowerShellClassifier } from '../../shared/commands/powershell/classify.ts';
import { openPowerShellParser } from '../../shared/commands/powershell/parser.ts';
import { askReasons } from '../../shared/commands/reasons/asks.ts';
import { forbiddenReasons } from '../../shared/commands/reasons/forbidden.ts';
import { powershellReasons } from '../../shared/commands/reasons/powershell.ts';
import { readReasons } from '../../shared/commands/reasons/reads.ts';
import { writeReasons } from '../../shared/commands/reasons/writes.ts';
import { languages } from '../../shared/languages/languages.ts';
import { serverFaults } from '../../shared/protocol/mcp/faults.ts';
import { remoteReasons } from '../../shared/protocol/mcp/remote-reasons.ts';
import { effectivePolicies } from '../../shared/registry/approval/policies.ts';
import { causes } from '../../shared/returns/causes.ts';
import {
  callReason,
  callReasons,
  pathReasons,
  placeReasons,
  refusalReasons,
} from '../../shared/registry/approval/reasons.ts';
import { wordReason, type Reason } from '../../shared/tool/problem/reason.ts';
import { i18n } from './i18n.svelte.ts';
import { reasonText, reasonWordings, ruledText, ruleText } from './reason-text.ts';

const root = resolve(import.meta.dirname, '../..');
const tables = [
  ...[
    callReasons,
    causes,
    refusalReasons,
    pathReasons,
    placeReasons,
    remoteReasons,
    readReasons,
    writeReasons,
    askReasons,
    forbiddenReasons,
    powershellReasons,
  ],
  Object.fromEntries(Object.entries(serverFaults).map(([key, text]) => [`server-${key}`, text])),
  Object.fromEntries(
    [...languages.values()].flatMap(({ ask }) => (ask ? [[ask.code, ask.message]] : [])),
  ),
];
const every = tables.flatMap((table) => Object.entries<string>(table));
const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

beforeAll(() => reasonWordings.load().then(() => i18n.use('zh')));
beforeEach(() => i18n.use('zh'));

test('a code means one thing', () => {
  const codes = every.map(([code]) => code);
  expect(codes.length).toBeGreaterThan(190);
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
});

test.each(every)('%s is worded in both languages, over its values', async (code, english) => {
  const values = Object.fromEntries(names(english).map((name) => [name, `<${name}>`]));
  const reason = wordReason({ [code]: english }, code, values);
  const chinese = reasonText(reason);
  expect(chinese).toMatch(/\p{Script=Han}/u);
  for (const value of Object.values(values)) expect(chinese).toContain(value);
  expect(chinese).not.toMatch(/[{}]/);
  await i18n.use('en');
  expect(reasonText(reason)).toBe(reason.message);
  expect(reason.message).not.toMatch(/[{}]|\p{Script=Han}/u);
});

describe.each(['bash', 'powershell'])('what is said of the table of %s', (shell) => {
  let classify: Classify;
  beforeAll(async () => {
    const wasm = (path: string) => new Uint8Array(readFileSync(join(root, 'node_modules', path)));
    const engine = wasm('web-tree-sitter/web-tree-sitter.wasm');
    const grammar = wasm(`tree-sitter-${shell}/tree-sitter-${shell}.wasm`);
    classify =
      shell === 'bash'
        ? createClassifier(await openBashParser({ engine, grammar }))
        : createPowerShellClassifier(await openPowerShellParser({ engine, grammar }));
  });

  test('stands in the tables, and in Chinese', () => {
    const path = join(root, `shared/commands/fixtures/${shell}.jsonl`);
    const rows = readFileSync(path, 'utf8').trim().split('\n');
    const said = new Map<string, Reason>();
    for (const row of rows) {
      const { cmd, environment = {} } = JSON.parse(row);
      const { reasons, segments } = classify(cmd, { environment });
      for (const reason of [...reasons, ...segments.map((part) => part.reason)])
        said.set(reason.message, reason);
    }
    const known = new Set(every.map(([code]) => code));
    const reasons = [...said.values()];
    expect(reasons.length).toBeGreaterThan(200);
    expect(reasons.filter(({ code }) => !known.has(code))).toEqual([]);
    expect(reasons.filter((reason) => reasonText(reason) === reason.message)).toEqual([]);
  });
});

test('whose policy asks is said', () => {
  const policies = { execution: 'ask-always', result: 'always' } as const;
  const tool = { name: 't', group: 'g', policies };
  const settings = { tools: {}, groups: { g: { policies } }, session: {} };
  const { because } = effectivePolicies(tool, settings);
  expect(because.execution).toMatchObject({
    message: 'Your policy for the group "g" is "ask-always"',
  });
  expect(because.execution && reasonText(because.execution)).toBe(
    '你为“g”组设定的策略是“每次询问”',
  );
  expect(because.result && reasonText(because.result)).toBe(
    '你为“g”组的结果设定的策略是“总是询问”',
  );
});

const deletes = wordReason(writeReasons, 'deletes-files', { name: 'rm' });
const writes = wordReason(askReasons, 'writes-file', { text: '> $& {name}\n' });
test.each<[string, Reason, string, string]>([
  [
    'a redirect needs no name',
    { ...writes, rule: 'redirect' },
    '"> $& {name}\n" writes a file',
    '“> $& {name}\n”会写入文件',
  ],
  [
    'a program is named once',
    { ...deletes, rule: 'unknown' },
    '"rm" deletes files',
    '“rm”会删除文件',
  ],
  [
    'nothing stands before what has no rule',
    callReason('plan-mode', { tool: 'x' }),
    'Plan mode is on, and "x" is not read-only',
    '计划模式已启用，而“x”不是只读工具',
  ],
  ['a code that is new', { code: 'brand-new', message: 'It is so' }, 'It is so', 'It is so'],
  [
    'a code without its values',
    { code: 'deletes-files', message: 'It is so' },
    'It is so',
    'It is so',
  ],
  [
    'the rule that the verdict says',
    { rule: 'forbidden', code: 'of-no-text', message: 'It is so' },
    'It is so',
    'It is so',
  ],
  ['a code of every object', { code: 'constructor', message: 'It is so' }, 'It is so', 'It is so'],
])('%s', async (_what, reason, english, chinese) => {
  expect(ruledText(reason)).toBe(chinese);
  await i18n.use('en');
  expect(ruledText(reason)).toBe(english);
});

test('a rule is called by its name, one that bears a program’s name keeps it', async () => {
  expect(['redirect', 'rm', 'constructor'].map(ruleText)).toEqual(['重定向', 'rm', 'constructor']);
  await i18n.use('en');
  expect(ruleText('redirect')).toBe('redirect');
});
