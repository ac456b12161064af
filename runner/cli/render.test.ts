import { describe, expect, test } from 'vitest';
import { engines, startLathe } from './fixtures/start-lathe.ts';
import { placeholderNames } from './template-tool.ts';

test.each([
  ['{a} {b}{a}', ['a', 'b']],
  ['{{a}} {{{b}}}', ['b']],
  ["{'+': 1} {} {1} {a.b} {a!r} { a }", []],
  ['{名字} {_x1}', ['名字', '_x1']],
])('%s declares %j', (template, names) => {
  expect(placeholderNames(template)).toEqual(names);
});

const schema = { type: 'object', properties: { a: { type: 'integer', default: 7 } } };

/** A row of the batch and what its answer holds. */
const rows: [unknown, object][] = [
  [
    { template: 'a = {a}', args: { a: 3 } },
    { ok: true, text: 'a = 3' },
  ],
  [
    { template: 'a = {a}', args: { a: [true, null] } },
    { ok: true, text: 'a = [True, None]' },
  ],
  [
    { template: 'a = {a}', args: {}, schema },
    { ok: true, text: 'a = 7' },
  ],
  [{ template: 's = {{1, 2}}' }, { ok: true, text: 's = {1, 2}' }],
  [
    { template: 'a = {a}', args: {} },
    { ok: false, error: { missing: 'a' } },
  ],
  ['no object', { ok: false, error: { class: 'RenderError' } }],
  [
    { template: '{a}-{b}', args: { a: 'x', b: 1 }, raw: true },
    { ok: true, text: 'x-1' },
  ],
  [
    { template: "{'+': 1}", raw: true },
    { ok: false, error: { class: 'KeyError', missing: "'+'" } },
  ],
  [
    { template: "ops = {'+': 1}" },
    { ok: false, error: { message: expect.stringContaining('line 1') } },
  ],
  [
    { path: 'examples/greet', args: {} },
    { ok: true, text: expect.stringMatching(/^name = ''\n/) },
  ],
  [{ path: 'examples/count_lines', args: { name_pattern: '*.md' } }, { ok: true }],
  [{ path: '/no/such' }, { ok: false, error: { class: 'RenderError' } }],
];

describe.each(engines)('on $engine', ({ command }) => {
  test('A1.16 A1.17 A1.19 A1.22 A1.25 render --batch answers every row in order', async ({
    skip,
  }) => {
    const input = `${rows.map(([row]) => JSON.stringify(row)).join('\n')}\n`;
    const ran = await startLathe(command, ['render', '--batch'], input);
    const answers = ran.stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const [first] = answers as { error?: { class: string; message: string } }[];
    if (first?.error?.class === 'Unavailable') skip(first.error.message);
    expect(answers).toMatchObject(rows.map(([, answer]) => answer));
    expect(ran.code).toBe(0);
  }, 120_000);

  test('A1.20 one template: the text for a person, the exit status for a program', async ({
    skip,
  }) => {
    const template = "text = '{text}'";
    const args = ['render', '--template', template, '--args', JSON.stringify({ text: "it's\n" })];
    const [ran, missing] = await Promise.all([
      startLathe(command, args),
      startLathe(command, ['render', '--template', template, '--json']),
    ]);
    if (ran.stderr.includes('Unavailable')) skip(ran.stderr);
    expect(ran).toEqual({ code: 0, stdout: "text = 'it\\'s\\n'\n", stderr: '' });
    expect(missing.code).toBe(2);
    expect(JSON.parse(missing.stdout)).toMatchObject({ ok: false, error: { missing: 'text' } });
  }, 120_000);
});
