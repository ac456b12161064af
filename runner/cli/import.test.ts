import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { engines, home, startLathe } from './fixtures/start-lathe.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-cli-import-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const factory = `export default () => ({ name: 'say', label: 'S', description: 'Says', parameters: { type: 'object' },
  execute: async () => ({ content: [{ type: 'text', text: 'said' }] }) });\n`;
const declared = JSON.stringify([
  { name: 'one', description: 'One', parameters: { type: 'object', properties: {} } },
  { name: 'two', description: 'Two', input_schema: { type: 'object', properties: {} } },
]);

/** A file as its author has it, what lies beside it, and what comes of it. */
const rows: [
  file: string,
  text: string,
  beside: Record<string, string>,
  tools: string[],
  folder: string,
][] = [
  ['sums.py', 'def add(a: int):\n    """Adds."""\n', {}, ['add'], 'sums'],
  ['disks.ps1', 'function Get-Disk { param([string]$Name) $Name }\n', {}, ['Get-Disk'], 'disks'],
  ['jobs.sh', '# @describe Jobs\n\n# @cmd Waits\nwait_for() { :; }\n', {}, ['wait_for'], 'jobs'],
  ['talk.ts', factory, {}, ['say'], 'talk'],
  ['talk.js', factory, {}, ['say'], 'talk'],
  ['talk.mjs', factory, {}, ['say'], 'talk'],
  ['spoken/index.ts', factory, {}, ['say'], 'spoken'],
  [
    'parts.ts',
    `import { text } from './lib/text.ts';\n${factory.replace("'said'", 'text')}`,
    { 'lib/text.ts': `export const text = 'said';\n`, 'other.ts': 'export default 1;\n' },
    ['say'],
    'parts',
  ],
  ['many.json', declared, {}, ['one', 'two'], 'many'],
  [
    'kept.py',
    'def add(a: int):\n    """Adds."""\n',
    { 'kept.samples.json': '[{"name": "four", "arguments": {"a": 4}}]\n', 'other.py': 'x = 1\n' },
    ['add'],
    'kept',
  ],
];

describe.each(engines)('import with the command on $engine', { timeout: 300_000 }, (one) => {
  const at = join(root, one.engine);
  const lathe = async (...args: string[]) => {
    const ran = await startLathe(one.command, [...args, '--json']);
    return { code: ran.code, answer: JSON.parse(ran.stdout) };
  };

  test.each(rows)(
    'the single file %s is taken with what belongs to it',
    async (file, text, beside, tools, folder) => {
      const source = join(at, file.replaceAll(/\W/g, '-'), file);
      const workspace = join(at, `ws-${file.replaceAll(/\W/g, '-')}`);
      for (const [path, content] of Object.entries({ [file]: text, ...beside })) {
        const to = join(at, file.replaceAll(/\W/g, '-'), path);
        mkdirSync(dirname(to), { recursive: true });
        writeFileSync(to, content);
      }
      const { code, answer } = await lathe('import', source, '--into', join(workspace, 'tools'));
      expect([code, answer.losses]).toEqual([0, []]);
      expect(readdirSync(join(workspace, 'tools'))).toEqual([folder]);
      const own = [file, ...Object.keys(beside).filter((path) => !path.startsWith('other.'))];
      const there = own.map((path) => `${folder}/${path.replace('spoken/', '')}`).sort();
      expect(answer.files).toEqual(there);
      const [first = ''] = there.filter((path) => path.endsWith(file.replace('spoken/', '')));
      expect(readFileSync(join(workspace, 'tools', first), 'utf8')).toBe(text);
      const inspected = await lathe('inspect', join(workspace, 'tools', folder));
      expect(inspected.answer.tools.map(({ name }: { name: string }) => name)).toEqual(tools);
    },
  );

  test('A3.35 what was imported does not run before it is switched on', async () => {
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'twice.sh'), '# @describe T\n\n# @cmd Twice\ntwice() { echo 2; }\n');
    const tools = join(at, 'off/tools');
    expect((await lathe('import', join(at, 'twice.sh'), '--into', tools)).code).toBe(0);
    const { code, answer } = await lathe('run', join(tools, 'twice'), '--dangerously-approve');
    expect([code, answer.ending.kind]).toEqual([4, 'denied']);
  });

  test.each([
    ['notes.txt', 'Nothing of a tool\n', /The import has no tool/],
    ['broken.zip', 'no zip at all', /zip/],
    ['list.json', '[1, 2]', /The import has no tool/],
  ])('%s is refused, and nothing is written', async (file, text, message) => {
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, file), text);
    const into = join(at, 'nothing/tools');
    const { code, answer } = await lathe('import', join(at, file), '--into', into);
    expect(code).toBe(2);
    expect(answer.problems[0].message).toMatch(message);
    expect(readdirSync(at)).not.toContain('nothing');
  });

  const help = async (...args: string[]) => {
    const ran = await startLathe(one.command, [...args, '--help']);
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    return ran.stdout;
  };

  test('every verb explains itself, its arguments and its options', async () => {
    const all = await help();
    const verbs = [...all.matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)].map(([, verb]) => verb ?? '');
    const own = verbs.filter((verb) => verb !== 'help');
    expect(own).toEqual([
      ...['serve', 'doctor', 'mcp', 'agent', 'chat', 'inspect', 'render', 'run', 'classify'],
      ...['check', 'test', 'tools', 'declarations', 'discover', 'export', 'import'],
    ]);
    for (const verb of [...own, 'mcp add', 'mcp list', 'mcp remove']) {
      const text = await help(...verb.split(' '));
      const [usage = ''] = text.split('\n');
      expect(usage).toContain(`lathe ${verb} [options]`);
      // Each option and argument has words of its own beside it.
      for (const [, name] of text.matchAll(/^ {2}(\S.*?)$/gm)) {
        expect(name, `lathe ${verb}`).toMatch(/^\S+(, --\S+)?( (?:<\S+>|\[\S+\]))* {2,}\S/);
      }
      if (/[[<][a-z.]+[\]>]$/.test(usage.replace('[options]', '')))
        expect(text).toContain('\nArguments:\n');
    }
  });
});

test('npm start -- --help prints its options and starts nothing', () => {
  for (const flag of ['--help', '-h']) {
    const ran = spawnSync(process.execPath, ['runner/scripts/start.mjs', flag], {
      ...{ cwd: home, encoding: 'utf8', timeout: 20_000 },
      env: { ...process.env, LATHE_WORKSPACE: join(root, 'never') },
    });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    expect(ran.stdout).toMatch(/^Usage: npm start -- \[options\]\n/);
    for (const option of ['--port', '--workspace', '--engine', '--no-open', '--json'])
      expect(ran.stdout).toContain(`  ${option}`);
    expect(ran.stdout).not.toContain('http');
  }
  expect(readdirSync(root)).not.toContain('never');
});
