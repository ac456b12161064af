import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeProvider } from '../conversations/fixtures/provider.ts';
import type { Says, Step } from '../conversations/fixtures/provider-script.ts';
import { engines, home, startLathe } from './fixtures/start-lathe.ts';

let provider: FakeProvider;
let workspace: string;
const at = (path: string) => join(workspace, path);
beforeAll(async () => {
  provider = await FakeProvider.start();
  workspace = mkdtempSync(join(tmpdir(), 'lathe-agent-'));
  for (const folder of ['files', 'tools/says', '.lathe'])
    mkdirSync(at(folder), { recursive: true });
  writeFileSync(at('files/a.txt'), 'the answer is 42\n');
  const spec = { name: 'says', description: 'Says it', model: 'local:mock-model', tools: [] };
  writeFileSync(at('tools/says/agent.json'), JSON.stringify(spec));
});
afterAll(async () => {
  await provider.close();
  rmSync(workspace, { recursive: true });
});

const MODEL = ['--model', 'local:mock-model'];
const calls = (...rows: [name: string, args: object][]): Says => ({
  calls: rows.map(([name, args], index) => ({ id: `c${index}`, name, arguments: args })),
});
const read: [string, object] = ['Read', { file_path: 'a.txt' }];

describe.each(engines)('on $engine', ({ command }) => {
  const lathe = (args: string[], input = '') =>
    startLathe(command, [...args, '--workspace', workspace], input, undefined, provider.env);
  const agent = async (...args: string[]) => {
    const ran = await lathe(['agent', '--task', 'Find the answer', '--json', ...args]);
    return { ...ran, answer: JSON.parse(ran.stdout) };
  };

  test('A3.18 A3.20 lathe agent works on a task, and says what came of it', async () => {
    const usage = { usage: { input: 5, output: 3 } };
    provider.play({ ...calls(read), ...usage }, { text: ' It is 42. ', ...usage });
    const { code, answer } = await agent(...MODEL, '--context', 'A file', '--expect', 'A number');
    expect(code).toBe(0);
    expect(answer).toMatchObject({
      ...{ success: true, summary: 'It is 42.', filesModified: [], errors: [], toolCallCount: 1 },
      ...{ stopReason: 'done', usage: { inputTokens: 10, outputTokens: 6 } },
      steps: [{ toolName: 'Read', status: 'success', result: '     1|the answer is 42' }],
      conversationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const [first] = provider.bodies<{ messages: { content: string }[] }>();
    expect(first?.messages[1]?.content).toBe(
      '# Task\n\nFind the answer\n\n# Context\n\nA file\n\n# Expected outcome\n\nA number',
    );
  });

  test('A3.23 what would be asked for is refused, runs with --auto-confirm, and is forbidden all the same', async () => {
    const write: [string, object] = ['Write', { file_path: 'made.txt', contents: 'x' }];
    provider.play(calls(write), { text: 'No.' });
    const refused = await agent(...MODEL);
    expect(refused).toMatchObject({ code: 3, answer: { success: false, stopReason: 'done' } });
    expect(existsSync(at('files/made.txt'))).toBe(false);
    provider.play(calls(write, ['Bash', { command: 'sudo id' }]), { text: 'Half.' });
    const { code, answer } = await agent(...MODEL, '--auto-confirm');
    expect({ code, files: answer.filesModified }).toEqual({ code: 0, files: ['made.txt'] });
    expect(answer.errors).toEqual(['Bash: Dangerous command blocked']);
    rmSync(at('files/made.txt'));
  });

  test('A3.22 the limit of calls holds inside of a turn', async () => {
    provider.play(calls(read, read, read));
    const most = await agent(...MODEL, '--max-calls', '2', '--tools', 'Read');
    expect(most).toMatchObject({ code: 0, answer: { toolCallCount: 2, stopReason: 'max-calls' } });
    expect(provider.bodies<{ tools: unknown[] }>()[0]?.tools).toHaveLength(1);
  });

  test('A3.21 time and a broken answer end it', async () => {
    provider.play({ silent: true });
    const late = await agent(...MODEL, '--timeout', '1000');
    expect(late).toMatchObject({ code: 5, answer: { stopReason: 'timeout' } });
    provider.play({ after: 150, says: { text: 'x'.repeat(2000) } });
    const cut = await agent(...MODEL);
    expect(cut).toMatchObject({ code: 3, answer: { success: false, stopReason: 'error' } });
  });

  test('without a model it says what is missing', async () => {
    const keyless = await agent('--model', 'openai:x');
    expect(keyless).toMatchObject({ code: 3, answer: { success: false, stopReason: 'error' } });
    const none = await agent();
    expect(none.answer.errors.join()).toContain('No model is set for agents');
    expect((await lathe(['agent', '--task', 'x', '--max-calls', 'two'])).code).toBe(2);
  });

  test('A3.36 the settings of the workspace hold', async () => {
    const settings = { agent: { model: 'local:mock-model', maxToolCalls: 1 } };
    writeFileSync(at('.lathe/settings.json'), JSON.stringify({ disabled: [], settings }));
    provider.play(calls(read, read));
    expect((await agent()).answer).toMatchObject({ toolCallCount: 1, stopReason: 'max-calls' });
    const listed = JSON.parse((await lathe(['tools', '--q', 'delegate', '--json'])).stdout);
    expect(listed.tools).toMatchObject([{ name: 'delegate', enabled: true }]);
    rmSync(at('.lathe/settings.json'));
    const without = JSON.parse((await lathe(['tools', '--q', 'delegate', '--json'])).stdout);
    expect(without.tools).toMatchObject([{ name: 'delegate', enabled: false }]);
  });

  test('what is recorded plays without a model, and its tools run anew', async () => {
    const file = at('recording.json');
    provider.play(calls(read), { text: 'It is 42.' });
    await agent(...MODEL, '--record', file);
    expect(JSON.parse(readFileSync(file, 'utf8')).nodes).toHaveLength(4);
    provider.play();
    const { code, answer } = await agent('--model', `recording:${file}`);
    expect({ code, summary: answer.summary }).toEqual({ code: 0, summary: 'It is 42.' });
    expect(provider.requests).toHaveLength(0);
    expect(answer.usage).toEqual({});
    const wrong = await agent('--model', 'recording:/nowhere.json');
    expect(wrong.answer.errors.join()).toContain('there is no such file');
  });

  test('lathe run calls an agent like every tool', async () => {
    provider.play({ text: 'Said.' });
    const ran = await lathe(['run', at('tools/says'), '--args', '{"task":"x"}', '--json']);
    const answer = JSON.parse(ran.stdout);
    expect({ code: ran.code, text: answer.llmContent }).toEqual({ code: 0, text: 'Said.' });
    expect(answer.metadata.toolAgentResult.success).toBe(true);
    provider.play({ text: 'By name.' });
    const named = await lathe(['run', 'says', '--args', '{"task":"x"}']);
    expect(named.stdout).toBe('By name.\n');
  });

  test('lathe chat answers each line; what it says alone is on stdout', async () => {
    provider.play({ text: 'Hello!' }, calls(read, ['Write', { file_path: 'b', contents: '' }]), {
      text: 'It is 42.',
    });
    const { code, stdout, stderr } = await lathe(['chat', ...MODEL], 'Hi\n\nWhat is it?\n');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Hello!\nIt is 42.\n' });
    expect(stderr).toMatch(/-> Read .*\n.*-> Write .*\n<- Read: .*\n<- Write failed: /);
    const roles = provider.bodies<{ messages: { role: string }[] }>()[1]?.messages;
    expect(roles?.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  test('lathe chat asks a person at a terminal, and Ctrl+C stops the turn, then leaves', async ({
    skip,
  }) => {
    if (spawnSync('script', ['--version']).status !== 0) skip('"script" makes the terminal');
    const makes = (file_path: string) => calls(['Write', { file_path, contents: 'x' }]);
    let asked = () => undefined as void;
    const inFlight = new Promise<void>((settle) => (asked = settle));
    const silent: Step = () => {
      asked();
      return { silent: true };
    };
    const [made, not] = [{ text: 'Made.' }, { text: 'Not made.' }];
    provider.play(makes('yes.txt'), made, makes('no.txt'), not, silent);
    const words = [...command, 'chat', ...MODEL, '--workspace', workspace];
    const line = words.map((word) => `'${word}'`).join(' ');
    const env = { ...process.env, ...provider.env, TERM: 'dumb' };
    const child = spawn('script', ['-qec', line, '/dev/null'], { cwd: home, env });
    let shown = '';
    child.stdout.setEncoding('utf8');
    const iterator = child.stdout.iterator({ destroyOnReturn: false });
    const until = async (text: string): Promise<void> => {
      while (!shown.includes(text)) {
        const next = await iterator.next();
        if (next.done) throw new Error(`"${text}" was not shown: ${shown}`);
        shown += next.value;
      }
      shown = shown.slice(shown.indexOf(text) + text.length);
    };
    await until('> ');
    child.stdin.write('Make it\n');
    await until('[y/N] ');
    child.stdin.write('y\n');
    await until('Made.');
    await until('> ');
    child.stdin.write('Again\n');
    await until('[y/N] ');
    child.stdin.write('n\n');
    await until('Not made.');
    await until('> ');
    child.stdin.write('And?\n');
    await inFlight;
    child.stdin.write('\x03');
    await until('stopped (cancelled)');
    await until('> ');
    child.stdin.write('\x03');
    const code = await new Promise((done) => child.once('close', done));
    expect(code).toBe(0);
    expect([existsSync(at('files/yes.txt')), existsSync(at('files/no.txt'))]).toEqual([
      true,
      false,
    ]);
    rmSync(at('files/yes.txt'));
  });
});
