import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unrun } from '../../../../shared/tool/run/ending.ts';
import type { Services } from '../../../../shared/tool/run/host.ts';
import type { Job } from '../../../../shared/tool/run/job.ts';
import type { Judgement } from '../../../../shared/registry/approval/judgement.ts';
import type { Unprepared } from '../../../../shared/registry/call/unprepared.ts';
import { bash as builtinBash } from './bash.ts';
import { openGround, yes, type Ground } from '../fixtures/open-ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
  ground.put('a.txt', 'one\ntwo\n');
  ground.put('sub/b.txt', 'below\n');
});
afterAll(() => ground.close());

const boxed = async () => (await ground.place.bash.layers()).includes('bubblewrap');

describe('Bash', () => {
  test('A3.28, A4.32: a read-only command runs without approval, and answers in the words of the format', async () => {
    ground.questions.length = 0;
    const { result, ending } = await ground.call('Bash', { command: 'cat a.txt' });
    expect(result).toEqual({
      success: true,
      llmContent: 'one\ntwo',
      displayContent: '✅ 命令执行成功: cat a.txt',
      metadata: { command: 'cat a.txt', exit_code: 0, working_directory: ground.files },
    });
    expect(ending).toMatchObject({ kind: 'finished', layers: ['bubblewrap'] });
    expect(ground.questions).toEqual([]);
  });

  test.each([
    ['echo out; echo err >&2', 'out\n\n[stderr]\nerr', undefined],
    ['true', '(no output)', undefined],
    ['echo err >&2', '[stderr]\nerr', undefined],
    ['echo x', 'x', 'Says x'],
  ])('A4.32: %s', async (command, text, description) => {
    const args = { command, ...(description === undefined ? {} : { description }) };
    const { result } = await ground.call('Bash', args);
    expect(result.llmContent).toBe(text);
    const display = description ? `✅ ${description}` : `✅ 命令执行成功: ${command}`;
    expect(result.displayContent).toBe(display);
  });

  test('A4.32: a long command is shortened for the person', async () => {
    const command = `echo ${'y'.repeat(80)}`;
    const { result } = await ground.call('Bash', { command });
    expect(result.displayContent).toBe(`✅ 命令执行成功: ${command.slice(0, 50)}...`);
  });

  test('A4.33: a failure has its exit code and both streams', async () => {
    const { result } = await ground.call('Bash', { command: 'echo out; ls nowhere; exit 3' });
    expect(result.llmContent).toMatch(/^Command failed with exit code 3:\nout\n\nls: .*nowhere/);
    expect(result.displayContent).toBe('❌ 命令执行失败 (exit 3)');
    expect(result.error).toMatchObject({ type: 'execution_error', details: { exit_code: 3 } });
    expect(result.metadata).toMatchObject({ exit_code: 3 });
  });

  test.each([
    ['rm -rf /', true],
    ['rm -fr /', true],
    ['rm -r -f "/"', true],
    ['sudo ls', true],
    ['mkfs -t ext4 /dev/sdb', true],
    ['dd of=/dev/sda if=a.txt', true],
    ['echo x > /dev/nvme0n1', true],
    ['rm -rf /home/x', false],
  ])('A4.30, A4.31, A3.28: %s is blocked: %s', async (command, blocked) => {
    ground.questions.length = 0;
    const { result, ending } = await ground.call('Bash', { command });
    expect(ending.kind).toBe('denied');
    expect(result.error?.type).toBe('permission_error');
    expect(ground.questions.length).toBe(blocked ? 0 : 1);
    if (!blocked) return;
    expect(result.error?.message).toBe('Dangerous command blocked');
    expect(result.displayContent).toBe('❌ 检测到危险命令,已阻止执行');
    expect(result.llmContent).toContain('Command is forbidden');
  });

  test('A3.23: a forbidden command stays forbidden, whoever approves', async () => {
    const given = { answer: yes, policy: 'auto' as const };
    const { ending } = await ground.call('Bash', { command: 'sudo rm -rf /' }, given);
    expect(ending.kind).toBe('denied');
  });

  test('A3.28: a command that changes something needs approval, part by part, and then runs', async () => {
    ground.questions.length = 0;
    const command = 'cat a.txt > new.txt && mkdir made';
    await ground.call('Bash', { command });
    expect(existsSync(`${ground.files}/new.txt`)).toBe(false);
    const [question] = ground.questions;
    expect(question?.text).toBe(command);
    expect(question?.segments?.map(({ decision }) => decision)).toContain('ask');
    const { result } = await ground.call('Bash', { command }, { answer: yes });
    expect(result.success).toBe(true);
    expect(readFileSync(`${ground.files}/new.txt`, 'utf8')).toBe('one\ntwo\n');
  });

  test.each([
    ['it alone', 'mkdir -p l1 l2', true],
    ['another one behind it', 'mkdir -p l1; rm -r l1', false],
    [
      'another one behind more than a person is shown',
      `${'mkdir -p l1; '.repeat(400)}rm -r l1`,
      false,
    ],
  ])('A3.28: with mkdir on the list, %s runs without approval: %s', async (_, command, runs) => {
    ground.questions.length = 0;
    const { ending } = await ground.call('Bash', { command }, { listed: ['mkdir'] });
    expect([ending.kind, ground.questions.length]).toEqual(runs ? ['finished', 0] : ['denied', 1]);
    expect(existsSync(`${ground.files}/l1`)).toBe(true);
  });

  test('a command that is wrongly judged read-only cannot write', async () => {
    if (!(await boxed())) throw new Error('This machine has no bubblewrap');
    const place = {
      ...ground.place,
      judge: () => Promise.resolve({ decision: 'allow' as const, reasons: [], segments: [] }),
    };
    const { result } = await ground.call('Bash', { command: 'echo x > wrong.txt' }, { place });
    expect(result.success).toBe(false);
    expect(existsSync(`${ground.files}/wrong.txt`)).toBe(false);
  });

  test('A4.29: the directory is the named one, inside the workspace', async () => {
    const below = await ground.call('Bash', {
      command: 'cat b.txt; pwd',
      working_directory: 'sub',
    });
    expect(below.result.llmContent).toBe(`below\n${ground.files}/sub`);
    symlinkSync(ground.root, `${ground.files}/up`);
    for (const working_directory of ['/', '..', 'up', ground.root]) {
      const { result } = await ground.call(
        'Bash',
        { command: 'ls', working_directory },
        { answer: yes },
      );
      expect(result.error?.type, working_directory).toBe('permission_error');
    }
  });

  test('A3.30, A3.31: without a name it is that of the settings', async () => {
    const place = { ...ground.place, directory: `${ground.files}/sub` };
    const { result } = await ground.call('Bash', { command: 'pwd; cat b.txt' }, { place });
    expect(result.llmContent).toBe(`${ground.files}/sub\nbelow`);
  });

  test('A3.30: commands see allowed directories, too', async () => {
    const wider = await openGround(['more']);
    wider.put(`${wider.root}/more/a.txt`, 'seen');
    const args = { command: 'cat a.txt', working_directory: `${wider.root}/more` };
    const { result } = await wider.call('Bash', args);
    wider.questions.length = 0;
    const named = await wider.call('Bash', { command: `cat ${wider.root}/more/a.txt` });
    const beside = await wider.call('Bash', { command: `cat ${wider.root}/secret.txt` });
    await wider.close();
    expect(result.llmContent).toBe('seen');
    expect(named.result.llmContent).toBe('seen');
    expect(beside.ending.kind).toBe('denied');
    expect(wider.questions.length).toBe(1);
  });

  const reason = { code: 'x', message: 'it writes' };
  const found = (decision: Judgement['decision'], more: Partial<Judgement> = {}): Judgement => ({
    ...{ decision, reasons: [reason], segments: [{ text: 'ls', decision, rule: 'r', reason }] },
    ...more,
  });
  /** Calls it over a host that keeps its jobs, in a box or not, as somebody judged. */
  async function judged(judge: Judgement | Unprepared | undefined, layers = ['bubblewrap']) {
    const jobs: Job[] = [];
    const served: (Services | undefined)[] = [];
    const bash = {
      ...{ id: 'bash', missing: async () => undefined, close: async () => undefined },
      layers: async () => layers,
      async perform(job: Job, _tell: unknown, _signal: unknown, services?: Services) {
        jobs.push(job);
        served.push(services);
        return unrun({ kind: 'finished', exitCode: 0 });
      },
    };
    const place = { ...ground.place, bash, judge: async () => judge };
    ground.questions.length = 0;
    const done = await ground.call('Bash', { command: 'ls' }, { answer: yes, place });
    const [question] = ground.questions;
    return {
      ...done,
      place,
      served,
      jobs,
      asked: question?.reasons.map(({ code }) => code),
      question,
    };
  }

  test.each<[string, Judgement | undefined, string[] | undefined, string[] | undefined, object]>([
    ['it reads', found('allow'), undefined, undefined, { readOnly: true }],
    ['it reads, without a box', found('allow'), [], ['unboxed-command'], {}],
    ['it writes', found('ask'), undefined, ['x'], {}],
    ['it writes there', found('ask', { writes: ['a'] }), undefined, ['x'], { writes: ['a'] }],
    ['it writes there, without a box', found('ask', { writes: ['a'] }), [], ['x'], {}],
    [
      'it reads, and would write there',
      found('allow', { writes: ['a'] }),
      [],
      ['unboxed-command'],
      {},
    ],
    ['nobody judges', undefined, undefined, ['nobody-judges'], {}],
  ])(
    'A3.28: where %s, the approval and the sandbox say so',
    async (_, judge, layers, asked, held) => {
      const { jobs, question, ...seen } = await judged(judge, layers);
      expect(seen.asked).toEqual(asked);
      if (question) expect(question).toMatchObject({ text: 'ls', tool: 'Bash' });
      expect(question?.segments).toEqual(question && judge?.segments);
      const guest = { directory: ground.files, allowed: [], ...held };
      expect(jobs).toEqual([expect.objectContaining({ script: 'ls', text: 'ls', guest })]);
    },
  );

  test('only the pipeline starts the programs of a command', async () => {
    const { place, served } = await judged(found('allow'));
    expect(served).toEqual([{ exec: expect.any(Function), asker: undefined }]);
    await builtinBash(async () => place).execute({ command: 'ls' });
    expect(served).toEqual([{ exec: expect.any(Function), asker: undefined }, undefined]);
  });

  test('after a judgement that takes too long nothing runs, and nobody is asked', async () => {
    const { ending, result, jobs, asked } = await judged({ late: 7 });
    expect(ending).toMatchObject({ kind: 'timed-out', afterMs: 7, during: 'judging' });
    expect([result.success, result.error?.type]).toEqual([false, 'timeout_error']);
    expect([jobs, asked]).toEqual([[], undefined]);
  });

  test('without its program it reports what is missing', async () => {
    const bash = { ...ground.place.bash, missing: async () => ({ missing: 'Install bash' }) };
    const place = { ...ground.place, bash, judge: async () => found('ask') };
    bash.layers = async () => [];
    const { ending } = await ground.call('Bash', { command: 'ls' }, { answer: yes, place });
    expect(ending).toMatchObject({ kind: 'unavailable', reason: 'Install bash' });
  });

  test.each([
    [{ command: 'true' }, 'true'],
    [{ command: 'true', description: 'Does nothing' }, 'Does nothing'],
  ])('A3.7: reports what it does: %j', async (args, title) => {
    ground.events.length = 0;
    await ground.call('Bash', args);
    const metadata = { command: 'true', working_directory: ground.files };
    expect(ground.events[0]).toEqual({ type: 'update', update: { title, metadata } });
  });

  test("A4.29: the folder of Lathe's records is refused", async () => {
    const working_directory = `${ground.workspace}/.lathe`;
    const { result } = await ground.call(
      'Bash',
      { command: 'ls', working_directory },
      { answer: yes },
    );
    expect(result.error?.message).toMatch(/no tool may open/);
  });

  test.each([
    [{ command: '' }, '命令不能为空'],
    [{ command: 'ls', timeout: 600_001 }, 'timeout'],
    [{ command: 'ls', timeout: -1 }, 'timeout'],
  ])('A4.29: %j is refused', async (args, said) => {
    const { result } = await ground.call('Bash', args);
    expect(result.error?.type).toBe('validation_error');
    expect(result.llmContent).toContain(said);
  });

  test('A4.33, A4.34: at its time limit it ends with everything that it started', async () => {
    const mark = `${Date.now()}.5`;
    const command = `sleep ${mark} & setsid sleep ${mark} & (sleep ${mark} &) ; sleep ${mark}`;
    const { result, ending } = await ground.call(
      'Bash',
      { command, timeout: 700 },
      { answer: yes },
    );
    expect(ending.kind).toBe('timed-out');
    expect(result.error).toEqual({ type: 'timeout_error', message: 'Command timed out' });
    expect(result.llmContent).toMatch(/^Command timed out after 700ms: sleep/);
    expect(result.displayContent).toBe('❌ 命令超时 (700ms)');
    const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(left.split('\n').filter((line) => line === `sleep ${mark}`)).toEqual([]);
  });

  test('A4.34: it can be cancelled', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 400);
    const asked = { answer: yes, signal: stop.signal };
    const { ending, result } = await ground.call('Bash', { command: 'sleep 60' }, asked);
    expect(ending.kind).toBe('cancelled');
    expect(result.error?.message).toBe('Cancelled');
  });

  test('A4.29: output beyond ten megabytes is counted, not kept', async () => {
    const command = 'head -c 11000000 /dev/zero | tr "\\0" x';
    const { result, ending } = await ground.call('Bash', { command }, { answer: yes });
    expect(ending.stdout.length).toBe(10 * 1024 * 1024);
    expect(result.llmContent).toMatch(/\[output cut: 514240 bytes dropped\]$/);
  });

  test('A4.35, A4.36: no two at once; the signature is the command, and there is no rule', async () => {
    const tool = await ground.tool('Bash');
    expect(tool?.isConcurrencySafe).toBe(false);
    expect(tool?.extractSignatureContent?.({ command: 'ls -l' })).toBe('ls -l');
    expect(tool?.abstractPermissionRule).toBeUndefined();
  });
});
