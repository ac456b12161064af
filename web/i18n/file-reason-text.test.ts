import { beforeAll, expect, test } from 'vitest';
import { readFolder } from '../../shared/formats/read-folder.ts';
import { ruleFaults } from '../../shared/returns/rule-faults.ts';
import { shape } from '../../shared/returns/shape.ts';
import { jsonFaults } from '../../shared/schema/json/parse-json.ts';
import { unrun } from '../../shared/tool/run/ending.ts';
import { ReturnRules } from '../../shared/tool/toolset.ts';
import { i18n } from './i18n.svelte.ts';
import { issueSentence, issueWordings, problemText, problemWordings } from './problem-text.ts';

beforeAll(async () => {
  await i18n.use('zh');
  await issueWordings.load();
  await problemWordings.load();
});

const problemsOf = (rules: string) =>
  readFolder('calc', {
    'definition.json': '{"id": "calc", "description": "Adds", "parameters": {"type": "object"}}',
    'execution.py': 'print(1)\n',
    'return.json': rules,
  }).problems.filter(({ file, severity }) => file === 'return.json' && severity !== 'info');
/** Words of another language than Chinese, outside of quotation marks. */
const foreign = (text: string) => text.replace(/“[^”]*”/g, '').match(/\b(?!JSON\b)[a-z]{2,}\b/gi);

const known = '{output}、{stderr}、{return_code}或{tool_id}';
const ruled: [rule: object, said: string][] = [
  [{ truncate: '10' }, '“truncate”应为字符数'],
  [{ truncate: 1.5 }, '“truncate”应为整数，而不是 1.5'],
  [{ truncate: -1 }, '“truncate”应大于 0，而不是 -1'],
  [{ template: 3 }, '“template”应为字符串'],
  [{ template: '{output' }, '孤立的“{”；要一个花括号请写“{{”'],
  [{ template: 'a}' }, '孤立的“}”；要一个花括号请写“}}”'],
  [{ template: '{output!r}' }, '“{output!r}”中不支持“!r”'],
  [{ template: '{output:{x}}' }, '宽度不能是占位符，如“{output:{x}”'],
  [{ template: '{0}' }, `“{0}”没有值；请使用 ${known}`],
  [{ template: '{result}' }, `未知占位符“{result}”；请使用 ${known}`],
  [{ template: '{output:q}' }, '不支持“:q”'],
  [{ template: '{output:d}' }, '“:d”不能用于字符串'],
  [{ template: '{return_code:.2}' }, '“:.2”不能用于数字'],
];

test.each(ruled)('A1.35 the ignored rule %j says why in Chinese', (rule, said) => {
  const [problem] = problemsOf(JSON.stringify({ truncate: 5, ...rule }));
  expect(problem && problemText(problem)).toBe(
    `${said}；${'template' in rule ? '模板已忽略' : '已忽略'}`,
  );
  const ending = { ...unrun({ kind: 'finished', exitCode: 0 }), output: 'x' };
  const { notes } = shape(ending, { name: 'calc', returns: ReturnRules.parse(rule) });
  const faults = [notes.truncateIgnored ?? [], notes.templateIgnored?.reason ?? []].flat();
  expect(faults.map(issueSentence)).toEqual([said]);
});

const broken = [
  ...['{x}', '{"a": 01}', '{"a": 1,}', '{"a": }', '{"a" 1}', '{"a": 1 "b": 2}', '{', '['],
  ...[
    '{} {}',
    '{} // mine',
    '{"a": "b',
    '{"a": 1e}',
    '{"a": "\\u00"}',
    '{"a": "\\x"}',
    '{"a": "\t"}',
  ],
  '['.repeat(600),
];
test.each(broken)('invalid JSON says why in Chinese: %s', (text) => {
  const [problem] = problemsOf(text);
  expect(problem).toMatchObject({ code: 'broken-json' });
  const said = problem ? problemText(problem) : '';
  expect(said).toMatch(/^“return.json”的 JSON 无效：.*\p{Script=Han}/u);
  expect(foreign(said)).toBeNull();
});

test('every reason is met by a row', () => {
  const codes = [...ruled.map(([rule]) => JSON.stringify({ truncate: 5, ...rule })), ...broken]
    .flatMap(problemsOf)
    .map(({ reason }) => reason?.code);
  const left = [...Object.keys(ruleFaults), ...Object.keys(jsonFaults)].filter(
    (code) => !codes.includes(code),
  );
  // Whatever else the engine refuses: no text is known that only it does.
  expect(left).toEqual(['json-other']);
});
