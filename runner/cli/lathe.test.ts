import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { engines, startLathe } from './fixtures/start-lathe.ts';

// Some start the command several times, and the first doctor of an engine prepares its Python.
vi.setConfig({ testTimeout: 120_000 });

const home = resolve(import.meta.dirname, '../..');
const scratch = mkdtempSync(join(tmpdir(), 'lathe-cli-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const folder = (name: string, files: Record<string, string>): string => {
  mkdirSync(join(scratch, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(scratch, name, file), text);
  return join(scratch, name);
};
const definition =
  '{"id":"t","description":"A tool for this test","parameters":{"type":"object","properties":{}}}';
const broken = folder('broken', { 'definition.json': '{\n "id": "x",\n}', 'execution.py': '' });
const large = folder('large', {
  'definition.json': definition,
  'execution.py': `# ${'x'.repeat(5 * 1024 * 1024)}\n`,
});
const half = folder('half', { 'definition.json': definition });
const shell = folder('shell', {
  'definition.json': definition,
  'execution.sh': 'echo "$word"; exit 3',
});
const writer = folder('writer', { 'definition.json': definition, 'execution.sh': 'touch made' });
const forbidden = folder('forbidden', {
  'definition.json': definition,
  'execution.sh': 'ls; "$word" reboot',
});
const sleeper = folder('sleeper', {
  'definition.json': definition.replace('"id"', '"timeout":0.2,"id"'),
  'execution.sh': 'sleep 20',
});
const idler = folder('idler', { 'definition.json': definition, 'execution.sh': 'sleep 20' });
const said = folder('said', {
  'definition.json': definition.replace('"id"', '"tags":["a"],"kind":"readonly","id"'),
  'execution.py': 'print(1)\n',
});
const samples = folder('samples', {
  'definition.json': definition,
  'execution.sh': 'echo hi',
  'samples.json':
    '[{"name":"right","arguments":{},"expect":{"llmContent":"hi\\n"}},{"name":"wrong","arguments":{},"expect":{"llmContent":"ho\\n"}}]',
});

interface Row {
  title: string;
  args: string[];
  input?: string;
  code: number;
  /** What the JSON on stdout holds; a list for one answer a line. */
  answer?: unknown;
  stderr?: RegExp;
}

const problem = (match: object) => expect.arrayContaining([expect.objectContaining(match)]);

const rows: Row[] = [
  {
    title: 'inspect tells what a folder declares',
    args: ['inspect', 'examples/calc'],
    code: 0,
    answer: {
      format: 'three-layer',
      group: { name: 'calc' },
      tools: [
        {
          name: 'calc',
          timeoutMs: 15_000,
          category: 'custom',
          parameters: { required: ['a', 'op', 'b'] },
        },
      ],
    },
  },
  {
    title: 'A1.3 inspect points at broken JSON',
    args: ['inspect', broken],
    code: 2,
    answer: {
      tools: [],
      problems: problem({ code: 'broken-json', file: 'definition.json', line: 3 }),
    },
  },
  {
    title: 'L1 inspect reads as large a file as the runner does, and names one that is larger',
    args: ['inspect', large],
    code: 2,
    answer: {
      tools: [],
      problems: problem({
        code: 'file-too-large',
        message: expect.stringContaining('"execution.py" is 5.1 MB; Lathe reads up to 1 MB'),
      }),
    },
  },
  {
    title: 'A1.2 check names the missing file',
    args: ['check', half],
    code: 2,
    answer: { problems: problem({ code: 'missing-file', file: 'execution.py' }) },
  },
  {
    title: 'A1.41 check names the folder when there are several',
    args: ['check', 'examples/calc', half],
    code: 2,
    answer: { problems: problem({ file: `${half}/execution.py` }) },
  },
  {
    title: 'check is content',
    args: ['check', 'examples/calc', 'examples/greet'],
    code: 0,
    answer: { problems: expect.any(Array) },
  },
  {
    title: 'a missing path',
    args: ['inspect', '/no/such'],
    code: 1,
    answer: { error: { code: 'not-found' } },
    stderr: /^lathe: .*"\/no\/such"\n$/,
  },
  {
    title: 'an unknown verb',
    args: ['frobnicate'],
    code: 1,
    answer: { error: { code: 'usage' } },
    stderr: /^lathe: .*frobnicate.*\n$/,
  },
  {
    title: 'an unknown option',
    args: ['inspect', '--wat', 'examples/calc'],
    code: 1,
    answer: { error: { code: 'usage' } },
  },
  { title: 'no path', args: ['check'], code: 1, answer: { error: { code: 'usage' } } },
  {
    title: 'arguments that are no JSON',
    args: ['run', 'examples/calc', '--args', '{a:1}'],
    code: 2,
    answer: { error: { code: 'bad-arguments' } },
    stderr: /line 1, column \d+/,
  },
  {
    title: 'arguments that are no object',
    args: ['run', 'examples/calc', '--args', '[1]'],
    code: 2,
    answer: { error: { code: 'bad-arguments' } },
  },
  {
    title: 'NaN is no JSON',
    args: ['run', 'examples/calc', '--args', '{"a":NaN}'],
    code: 2,
    answer: { error: { code: 'bad-arguments' } },
  },
  {
    title: 'a script that only reads runs unasked',
    args: ['run', samples],
    code: 0,
    answer: { success: true, llmContent: 'hi\n', ending: { layers: ['bubblewrap'] } },
  },
  {
    title: 'A3.28 what is forbidden is denied, whatever was approved',
    args: ['run', forbidden, '--args', '{"word":"sudo"}', '--dangerously-approve'],
    code: 4,
    answer: {
      error: { type: 'permission_error' },
      llmContent: expect.stringMatching(/^Command is forbidden: /),
    },
  },
  {
    title: 'bash that writes is denied when nobody can be asked',
    args: ['run', writer],
    code: 4,
    answer: { success: false, error: { type: 'permission_error' }, ending: { kind: 'denied' } },
  },
  {
    title: 'a program that fails',
    args: ['run', shell, '--args', '{"word":"hm"}', '--dangerously-approve'],
    code: 3,
    answer: { success: false, ending: { kind: 'failed', exitCode: 3, output: 'hm\n' } },
  },
  {
    title: 'A1.29 a program that takes too long',
    args: ['run', sleeper, '--dangerously-approve'],
    code: 5,
    answer: { success: false, error: { type: 'timeout_error' }, ending: { kind: 'timed-out' } },
  },
  {
    title: 'a broken folder cannot run',
    args: ['run', broken],
    code: 2,
    answer: { success: false, error: { type: 'validation_error' }, ending: { kind: 'failed' } },
  },
  {
    title: 'test compares samples',
    args: ['test', samples, '--dangerously-approve'],
    code: 3,
    answer: {
      passed: 1,
      failed: 1,
      results: [
        { tool: 't', sample: 'right', ok: true },
        {
          tool: 't',
          sample: 'wrong',
          ok: false,
          diff: 'llmContent: expected "ho\\n", got "hi\\n"',
        },
      ],
    },
  },
  {
    title: 'run --batch answers every line in order, whatever fails',
    args: ['run', '--batch', '--dangerously-approve'],
    input: [
      `{"path":"${samples}"}`,
      'no json',
      '{"path":"/no/such"}',
      '{"args":{}}',
      '7',
      `{"path":"${shell}","args":{"word":"a\u2028b"}}`,
    ].join('\n'),
    code: 0,
    answer: [
      { success: true, llmContent: 'hi\n' },
      { success: false, error: { type: 'validation_error' } },
      { success: false, error: { type: 'validation_error' } },
      { success: false, error: { type: 'validation_error' } },
      { success: false, error: { type: 'validation_error' } },
      { success: false, ending: { output: 'a\u2028b\n' } },
    ],
  },
  {
    title: 'render wants a path or a template',
    args: ['render', '--args', '{}'],
    code: 1,
    answer: { error: { code: 'usage' } },
  },
  {
    title: 'a provider that nobody knows',
    args: ['declarations', 'examples/calc', '--provider', 'x'],
    code: 1,
    answer: { error: { code: 'usage' } },
  },
  {
    title: 'declarations',
    args: ['declarations', 'examples/calc', 'examples/echo', '--provider', 'openai'],
    code: 0,
    answer: {
      declarations: [
        { type: 'function', function: { name: 'calc' } },
        { function: { name: 'echo' } },
      ],
      losses: [],
    },
  },
  {
    title: 'a format that nobody knows',
    args: ['export', 'examples/calc', '--format', 'x', '--out', join(scratch, 'no')],
    code: 2,
    answer: { error: { code: 'cannot-export' } },
  },
  {
    title: 'F1 a tool as an MCP server',
    args: ['export', 'examples/calc', '--format', 'mcp-server', '--out', join(scratch, 'mcp.zip')],
    code: 0,
    answer: {
      files: expect.arrayContaining(['server.mjs', 'lathe/lathe.mjs', 'tools/calc/execution.py']),
      losses: expect.arrayContaining([expect.objectContaining({ code: 'format-no-sandbox' })]),
    },
  },
  {
    title: 'F1 what an author says and a form has no field for',
    args: ['export', said, '--format', 'tool-define', '--out', join(scratch, 'said.zip')],
    code: 0,
    answer: {
      losses: expect.arrayContaining([
        expect.objectContaining({ path: '/tags', code: 'format-no-place' }),
        expect.objectContaining({ path: '/kind', code: 'format-no-place' }),
      ]),
    },
  },
  {
    title: 'F1 a form that a tool cannot have',
    args: ['export', 'examples/calc', '--format', 'script-module', '--out', join(scratch, 'no')],
    code: 2,
    answer: {
      error: {
        message: expect.stringMatching(/^Cannot export it as Script module: Its code is a whole/),
      },
    },
  },
  {
    title: 'doctor',
    args: ['doctor'],
    code: 0,
    answer: {
      version: expect.any(String),
      hosts: { python: { layers: expect.any(Array) }, bash: { layers: expect.any(Array) } },
    },
  },
];

describe.each(engines)('on $engine', ({ engine, command }) => {
  test.concurrent.each(rows)('$title', async ({ args, input, code, answer, stderr }) => {
    const ran = await startLathe(command, [...args, '--json'], input);
    expect(ran).toMatchObject({ code });
    const lines = ran.stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toMatchObject(Array.isArray(answer) ? answer : [answer]);
    if (stderr) expect(ran.stderr).toMatch(stderr);
  });

  test('A1.4 promise 9: a tool goes out and comes back byte for byte', async () => {
    const out = join(scratch, engine, 'out');
    const zip = join(scratch, engine, 'calc.zip');
    for (const target of [out, zip]) {
      const ran = await startLathe(command, [
        'export',
        'examples/calc',
        '--format',
        'three-layer',
        '--out',
        target,
      ]);
      expect(ran).toMatchObject({ code: 0, stderr: '' });
    }
    const into = join(scratch, engine, 'tools');
    const came = await startLathe(command, ['import', zip, '--into', into, '--json']);
    expect(JSON.parse(came.stdout)).toMatchObject({
      files: expect.arrayContaining(['calc/samples.json']),
      losses: [],
    });
    for (const file of readdirSync(join(home, 'examples/calc'))) {
      const original = readFileSync(join(home, 'examples/calc', file));
      expect(readFileSync(join(out, file))).toEqual(original);
      expect(readFileSync(join(into, 'calc', file))).toEqual(original);
    }
    const again = await startLathe(command, ['import', zip, '--into', into, '--json']);
    expect(again.code).toBe(2);
    expect(JSON.parse(again.stdout)).toMatchObject({
      files: [],
      problems: [{ code: 'import-taken' }],
    });
  });

  test('promise 9: a refused import writes nothing', async () => {
    const zip = join(scratch, `${engine}-evil.zip`);
    const text = (value: string) => new TextEncoder().encode(value);
    writeFileSync(
      zip,
      zipSync({ 'calc/definition.json': text('{}'), '../../evil.txt': text('x') }),
    );
    const into = join(scratch, engine, 'evil', 'tools');
    const ran = await startLathe(command, ['import', zip, '--into', into, '--json']);
    expect(ran.code).toBe(2);
    expect(JSON.parse(ran.stdout)).toMatchObject({ problems: [{ file: '../../evil.txt' }] });
    expect(() => readdirSync(into)).toThrow('ENOENT');
  });

  test('promise 9: a tool imported into a workspace starts disabled', async () => {
    const workspace = join(scratch, `${engine}-workspace`);
    mkdirSync(join(workspace, '.lathe'), { recursive: true });
    const into = join(workspace, 'tools');
    const ran = await startLathe(command, ['import', 'examples/echo', '--into', into]);
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout).toContain(
      'The tool is off, so models and programs cannot call it. Turn it on',
    );
    const settings: unknown = JSON.parse(
      readFileSync(join(workspace, '.lathe/settings.json'), 'utf8'),
    );
    expect(settings).toMatchObject({ disabled: ['echo'] });
  });

  test('promise 9: it is off, too, where no runner has opened the workspace yet, and through a link', async () => {
    const workspace = join(scratch, `${engine}-unopened`);
    mkdirSync(join(workspace, 'tools'), { recursive: true });
    const link = join(scratch, `${engine}-link`);
    symlinkSync(join(workspace, 'tools'), link);
    for (const [name, into] of [
      ['echo', join(workspace, 'tools')],
      ['calc', link],
    ] as const) {
      const ran = await startLathe(command, ['import', `examples/${name}`, '--into', into]);
      expect(ran).toMatchObject({ code: 0 });
    }
    const settings = readFileSync(join(workspace, '.lathe/settings.json'), 'utf8');
    expect(JSON.parse(settings)).toMatchObject({ disabled: ['calc', 'echo'] });
    expect(readdirSync(join(workspace, 'tools'))).toEqual(['calc', 'echo']);
  });

  test('promise 11: doctor tells what is damaged and what was set aside, and moves nothing', async () => {
    const workspace = join(scratch, `${engine}-damaged`);
    mkdirSync(join(workspace, '.lathe'), { recursive: true });
    const names = ['grants.json.damaged-20261122T101500.000Z', 'settings.json'];
    for (const name of names) writeFileSync(join(workspace, '.lathe', name), '{"cut');
    const env = { LATHE_WORKSPACE: workspace };
    const ran = await startLathe(command, ['doctor', '--json'], '', undefined, env);
    expect(JSON.parse(ran.stdout).setAside).toMatchObject([
      { file: '.lathe/settings.json', code: 'not-json' },
      { file: '.lathe/grants.json', as: `.lathe/${names[0]}`, code: 'not-json' },
    ]);
    expect(readdirSync(join(workspace, '.lathe'))).toEqual(names);
  });

  test('promise 9: a link in an imported folder is refused', async () => {
    const source = folder(`${engine}-linked`, {
      'definition.json': definition,
      'execution.py': '',
    });
    symlinkSync('/etc/passwd', join(source, 'link'));
    const into = join(scratch, `${engine}-links`);
    const ran = await startLathe(command, ['import', source, '--into', into, '--json']);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('"link"') });
    expect(() => readdirSync(into)).toThrow('ENOENT');
  });

  test('Ctrl+C cancels what runs, and its row is still answered', async () => {
    const rows = [{ path: samples }, { path: idler }, { path: samples }];
    const input = rows.map((row) => JSON.stringify(row)).join('\n');
    const args = ['run', '--batch', '--dangerously-approve'];
    const ran = await startLathe(command, args, input, 'SIGINT');
    const answers = ran.stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(answers).toMatchObject([{ success: true }, { ending: { kind: 'cancelled' } }]);
  });

  test('without --json a person reads text', async () => {
    const ran = await startLathe(command, ['run', samples, '--dangerously-approve']);
    expect(ran).toMatchObject({ code: 0, stdout: 'hi\n', stderr: '' });
    expect(await startLathe(command, ['--version'])).toMatchObject({ code: 0, stdout: '0.1.0\n' });
    expect((await startLathe(command, ['--help'])).stdout).toContain('inspect');
  });
});
