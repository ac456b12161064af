import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeProvider, type Step } from '../conversations/fixtures/provider.ts';
import { engines, startLathe } from './fixtures/start-lathe.ts';

let provider: FakeProvider;
let workspace: string;
beforeAll(async () => {
  provider = await FakeProvider.start();
  workspace = mkdtempSync(join(tmpdir(), 'lathe-agent-'));
  for (const folder of ['files', 'tools', 'skills/pdf', '.lathe'])
    mkdirSync(join(workspace, folder), { recursive: true });
  writeFileSync(join(workspace, 'files/a.txt'), 'the answer is 42\n');
});
afterAll(async () => {
  await provider.close();
  rmSync(workspace, { recursive: true });
});

const MODEL = 'local:mock-model';
const calls = (...rows: [name: string, args: object][]): Step => ({
  calls: rows.map(([name, args], at) => ({ id: `c${at}`, name, arguments: args })),
});

describe.each(engines)('lathe agent on $engine', ({ command }) => {
  const lathe = (args: string[], input = '') =>
    startLathe(command, [...args, '--workspace', workspace], input, undefined, provider.env);
  const agent = async (task: string, ...args: string[]) => {
    const ran = await lathe(['agent', '--task', task, '--json', ...args]);
    return { ...ran, answer: JSON.parse(ran.stdout) };
  };

  test('A3.18 works on a task and answers with what came of it', async () => {
    provider.play(calls(['Read', { file_path: 'a.txt' }]), { text: 'It is 42.', usage: { input: 5, output: 3 } });
    const { code, answer, stderr } = await agent('Find the answer', '--model', MODEL);
    console.log(JSON.stringify(answer), stderr, code);
  });

  test('chat', async () => {
    provider.play({ text: 'Hello!' }, calls(['Read', { file_path: 'a.txt' }]), { text: 'It is 42.' });
    const ran = await lathe(['chat', '--model', MODEL], 'Hi\nWhat is it?\n');
    console.log(ran);
  });
});
