import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { languages } from '../../../shared/languages/languages.ts';
import { judgeShell } from './judge-shell.ts';

const judge = judgeShell('/workspace/files', () => ['/notes']);
const options = { defaultTimeoutMs: 1000, outputBytes: 1000 };

test.each([
  ['bash', 'cat a.txt', 'allow'],
  ['bash', 'cat /notes/a.txt', 'allow'],
  ['bash', 'cat /notes2/a.txt', 'ask'],
  ['bash', 'touch a.txt', 'ask'],
  ['bash', 'sudo ls', 'deny'],
  ['powershell', 'Get-Content a.txt', 'allow'],
  ['powershell', 'Get-Content /workspace/files/a.txt', 'allow'],
  ['powershell', 'Get-Content /notes/a.txt', 'allow'],
  ['powershell', 'Get-Content /workspace/a.txt', 'ask'],
  ['powershell', 'param($Path)\nGet-Content $Path', 'ask'],
  ['powershell', 'Remove-Item a.txt', 'ask'],
  ['powershell', 'Stop-Computer', 'deny'],
])('A3.27 A3.29 a %s script %j is judged: %s', async (id, source, decision) => {
  const language = languages.get(id);
  const definition = { name: 'x', description: '', parameters: {} };
  const code = { language: id, file: 'execution', source };
  const job = language?.prepare({ definition, code }, {}, options);
  if (!job) throw new Error(`There is no language "${id}"`);
  expect(await judge(job)).toMatchObject({ decision });
});

test.each([
  ['a folder', tmpdir(), realpathSync(tmpdir())],
  ['no folder', '/nonexistent/folder', undefined],
])(
  'A3.28 the first words of a command in %s are named with its real path',
  async (_, files, folder) => {
    const definition = { name: 'x', description: '', parameters: {} };
    const code = { language: 'bash', file: 'execution', source: 'npm test' };
    const job = languages.get('bash')?.prepare({ definition, code }, {}, options);
    if (!job) throw new Error('There is no language "bash"');
    const judged = await judgeShell(files)(job);
    expect(judged).toMatchObject({ decision: 'ask', pattern: 'npm test *' });
    expect(judged).toEqual(
      folder === undefined
        ? expect.not.objectContaining({ folder: expect.anything() })
        : expect.objectContaining({ folder }),
    );
  },
);

test('without allowed folders, none is readable', async () => {
  const definition = { name: 'x', description: '', parameters: {} };
  const code = { language: 'bash', file: 'execution', source: 'cat /notes/a.txt' };
  const job = languages.get('bash')?.prepare({ definition, code }, {}, options);
  if (!job) throw new Error('There is no language "bash"');
  expect(await judgeShell('/workspace/files')(job)).toMatchObject({ decision: 'ask' });
});
