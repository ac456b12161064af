import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import type { As, ServerEvent } from '../fixtures/start-runner.ts';

const outside = mkdtempSync(join(tmpdir(), 'lathe-outside-'));
beforeAll(() => writeFileSync(`${outside}/secret.txt`, 'the secret\n'));
afterAll(() => rmSync(outside, { recursive: true, force: true }));

onBothEngines('Built-in tools', (runner) => {
  test('A3.12 files that are sent along with one change nothing about it', async () => {
    const folder = { 'Bash.json': '{"name": "Bash"}' };
    const body = { folder, toolId: 'builtin:Bash', tool: 'Bash', arguments: { command: 'pwd' } };
    const events = await runner().run(body, 'page');
    expect(events.at(-1)?.data.result).toMatchObject({ success: true });
  });

  const files = () => `${runner().workspace}/files`;
  const run = async (body: unknown, as: As = 'admin', answer?: 'allow' | 'deny') => {
    const questions: ServerEvent[] = [];
    let runId = '';
    const events = await runner().run(body, as, async ({ event, data }) => {
      if (event === 'started') runId = data.runId;
      if (event !== 'approval') return;
      questions.push(data);
      const decision = { id: data.id, answer: answer ?? 'deny', scope: 'once' };
      await runner().fetch(`/api/runs/${runId}/decision`, {
        ...{ as: 'page', method: 'POST', body: decision },
      });
    });
    return { events, questions, ended: events.at(-1)?.data, runId };
  };
  const get = async (path: string, as: As = 'admin') => (await runner().fetch(path, { as })).json();

  test('A3.12 they are listed with their kind and category, and declared', async () => {
    const { tools, categories } = await get('/api/tools');
    const builtin = tools.filter(({ format }: { format: string }) => format === 'builtin');
    const names = ['Read', 'Edit', 'Write', 'Glob', 'Grep', 'Bash', 'Skill', 'delegate'];
    expect(builtin.map(({ id }: { id: string }) => id)).toEqual(
      names.map((one) => `builtin:${one}`),
    );
    expect(builtin[0].tools[0]).toMatchObject({
      name: 'Read',
      kind: 'readonly',
      category: '文件操作',
    });
    expect(categories.map(({ id }: { id: string }) => id)).toContain('搜索');
    const { declarations } = await get('/api/declarations?provider=anthropic');
    const declared = declarations.map(({ name }: { name: string }) => name);
    // Without a model nobody is told of the one that needs it.
    expect(declared).toEqual(expect.arrayContaining(names.slice(0, -1)));
    expect(declared).not.toContain('delegate');
    const plan = await get('/api/declarations?provider=anthropic&mode=plan');
    const planned = plan.declarations.map(({ name }: { name: string }) => name);
    expect(planned).toEqual(expect.arrayContaining(['Read', 'Glob', 'Grep']));
    expect(planned).not.toContain('Write');
  });

  test('A3.12 each opens as a folder of its declaration, and cannot be saved', async () => {
    const folder = await get('/api/tools/builtin:Grep');
    expect(Object.keys(folder.files)).toEqual(['Grep.json', 'samples.json']);
    expect(JSON.parse(folder.files['Grep.json']).parameters.required).toEqual(['pattern']);
    const answer = await runner().fetch('/api/tools/builtin:Grep', {
      ...{ method: 'PUT', headers: { 'If-Match': folder.etag } },
      body: { files: { 'definition.json': '{}' } },
    });
    expect(answer.ok).toBe(false);
  });

  test('A4.16 Read runs unasked, and stands in the history', async () => {
    writeFileSync(`${files()}/a.txt`, 'one\ntwo\n');
    for (const body of [{ tool: 'Read' }, { toolId: 'builtin:Read' }]) {
      const asked = { ...body, arguments: { file_path: 'a.txt' } };
      const { ended, questions, runId, events } = await run(asked);
      expect(ended.result.llmContent).toBe('     1|one\n     2|two');
      expect(questions).toEqual([]);
      expect(events.map(({ event }) => event)).toEqual(['started', 'update', 'ended']);
      const record = await get(`/api/runs/${runId}`);
      expect(record).toMatchObject({ toolId: 'builtin:Read', tool: 'Read', outcome: 'finished' });
    }
  });

  test('A4.24 Write waits for the person; without a page there is no', async () => {
    const body = { tool: 'Write', arguments: { file_path: 'new/w.txt', contents: 'x' } };
    const refused = await run(body);
    expect(refused.ended.ending.kind).toBe('denied');
    const allowed = await run(body, 'page', 'allow');
    expect(allowed.questions[0]).toMatchObject({ rule: `Write:${files()}/new/*` });
    expect(allowed.ended.result.displayContent).toBe('✅ 创建文件: new/w.txt (1 行)');
    expect(readFileSync(`${files()}/new/w.txt`, 'utf8')).toBe('x');
  });

  test('A4.20 Edit changes a file after a yes', async () => {
    writeFileSync(`${files()}/e.txt`, 'a $x b');
    const args = { file_path: 'e.txt', old_string: '$x', new_string: '$&' };
    const { ended } = await run({ tool: 'Edit', arguments: args }, 'page', 'allow');
    expect(ended.result.success).toBe(true);
    expect(readFileSync(`${files()}/e.txt`, 'utf8')).toBe('a $& b');
  });

  test('A4.21 Edit counts what it replaced, and shows the beginning of it', async () => {
    const old = 'x'.repeat(60);
    writeFileSync(`${files()}/count.txt`, `${old} ${old}\n${old}\n`);
    const args = { file_path: 'count.txt', old_string: old, new_string: 'y' };
    const edit = async (more: object) =>
      (await run({ tool: 'Edit', arguments: { ...args, ...more } }, 'page', 'allow')).ended.result;
    expect(await edit({})).toMatchObject({
      ...{ success: false, error: { type: 'validation_error' } },
      llmContent: expect.stringContaining('3'),
    });
    expect(await edit({ replace_all: true })).toMatchObject({
      success: true,
      llmContent: 'Successfully edited count.txt (3 replacements)',
      displayContent: '✅ 文件已编辑: count.txt (3 处替换)',
      metadata: { replacements: 3, old_string_preview: `${'x'.repeat(50)}...` },
    });
    expect(readFileSync(`${files()}/count.txt`, 'utf8')).toBe('y y\ny\n');
    expect(await edit({ old_string: 'y\ny', new_string: 'z' })).toMatchObject({
      llmContent: 'Successfully edited count.txt (1 replacement)',
      metadata: { replacements: 1, old_string_preview: 'y\ny' },
    });
  });

  test.each(['$&', '$$', '$1', '$`', "$'", '$<n>', '\\n', '\\$&'])(
    'A4.22 %s is put in to the letter, once and everywhere',
    async (text) => {
      const edit = async (replace_all: boolean) => {
        writeFileSync(`${files()}/literal.txt`, replace_all ? 'a.a' : 'a.b');
        const args = { file_path: 'literal.txt', old_string: 'a', new_string: text, replace_all };
        await run({ tool: 'Edit', arguments: args }, 'page', 'allow');
        return readFileSync(`${files()}/literal.txt`, 'utf8');
      };
      expect(await edit(false)).toBe(`${text}.b`);
      expect(await edit(true)).toBe(`${text}.${text}`);
    },
  );

  test.each([true, false])(
    'A4.22 nothing is not replaced by something, replace_all %s',
    async (replace_all) => {
      writeFileSync(`${files()}/nothing.txt`, 'abc');
      const args = { file_path: 'nothing.txt', old_string: '', new_string: 'x', replace_all };
      const { ended } = await run({ tool: 'Edit', arguments: args }, 'page', 'allow');
      expect(ended.result).toMatchObject({ success: false, error: { type: 'validation_error' } });
      expect(readFileSync(`${files()}/nothing.txt`, 'utf8')).toBe('abc');
    },
  );

  test('A4.23 a question about Edit names the file and the rule of its folder', async () => {
    mkdirSync(`${files()}/rules/deep`, { recursive: true });
    for (const name of ['rules/a.txt', 'rules/b.txt', 'rules/deep/c.txt'])
      writeFileSync(`${files()}/${name}`, 'old');
    const ask = (path: string, answer: 'allow' | 'deny') => {
      const args = { file_path: path, old_string: 'old', new_string: 'new' };
      return run({ tool: 'Edit', arguments: args }, 'page', answer);
    };
    const { questions } = await ask('rules/a.txt', 'deny');
    expect(questions).toMatchObject([
      { signature: 'rules/a.txt', rule: `Edit:${files()}/rules/*`, tool: 'Edit' },
    ]);
    const deeper = await ask('rules/deep/c.txt', 'deny');
    expect(deeper.questions[0]).toMatchObject({ rule: `Edit:${files()}/rules/deep/*` });
    expect(readFileSync(`${files()}/rules/a.txt`, 'utf8')).toBe('old');
  });

  test('A4.36 a question about Bash has the command as its signature, and no rule but its first words', async () => {
    const command = 'touch signed';
    const { questions } = await run({ tool: 'Bash', arguments: { command } }, 'page', 'deny');
    expect(questions).toMatchObject([{ signature: command, text: command }]);
    expect(questions[0]).toMatchObject({ rule: 'touch *', pattern: 'touch *' });
    const several = { command: 'touch a && touch b' };
    const both = await run({ tool: 'Bash', arguments: several }, 'page', 'deny');
    expect(both.questions[0]).not.toHaveProperty('rule');
  });

  /** Whether a program with this argument lives on this machine. */
  const lives = (mark: string) =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .some((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(mark);
        } catch {
          return false;
        }
      });

  test.each([
    ['in the background', (mark: string) => `sleep ${mark} & echo began; sleep ${mark}`],
    [
      'with a session of its own',
      (mark: string) => `setsid sleep ${mark} & echo began; sleep ${mark}`,
    ],
    [
      'that ignores the signal',
      (mark: string) => `bash -c 'trap "" TERM; echo began; sleep ${mark}; sleep ${mark}' & wait`,
    ],
  ])('A4.34 after a timeout no child survives, not one %s', async (_, commandOf) => {
    const mark = `8${process.pid}${Math.floor(performance.now() * 10)}`;
    const args = { command: commandOf(mark), timeout: 2000 };
    const { ended } = await run({ tool: 'Bash', arguments: args }, 'page', 'allow');
    expect(ended.ending).toMatchObject({ kind: 'timed-out', stdout: 'began\n' });
    expect(ended.result.error.type).toBe('timeout_error');
    expect(lives(mark)).toBe(false);
  });

  test('A4.35 tools that may not overlap never do, and others run side by side', async () => {
    const log = `${files()}/turns.txt`;
    const bash = (name: string) => {
      const command = `echo begin >> turns.txt; sleep 0.3; echo end >> turns.txt # ${name}`;
      return run({ tool: 'Bash', arguments: { command } }, 'page', 'allow');
    };
    await Promise.all([bash('a'), bash('b'), bash('c')]);
    expect(readFileSync(log, 'utf8')).toBe('begin\nend\n'.repeat(3));
    // Each goes on only when the other has begun.
    const waits = (own: string, other: string) => {
      const script = `touch ${own}; until [ -e ${other} ]; do sleep 0.05; done`;
      return run({ folder: shellFolder(script, { timeout: 20 }), arguments: {} }, 'page', 'allow');
    };
    const met = await Promise.all([waits('one.here', 'two.here'), waits('two.here', 'one.here')]);
    expect(met.map(({ ended }) => ended.ending.kind)).toEqual(['finished', 'finished']);
  });

  test('A4.25, A4.27 Glob and Grep search the workspace', async () => {
    mkdirSync(`${files()}/s`, { recursive: true });
    writeFileSync(`${files()}/s/x.ts`, 'needle\n');
    const glob = await run({ tool: 'Glob', arguments: { pattern: '*.ts' } });
    expect(glob.ended.result.llmContent).toBe('s/x.ts');
    const grep = await run({ tool: 'Grep', arguments: { pattern: 'needle' } });
    expect(grep.ended.result.llmContent).toBe('s/x.ts:1:needle');
  });

  test('A3.28, A4.30 Bash: reads run in the box, changes ask, the forbidden is refused', async () => {
    const reads = await run({ tool: 'Bash', arguments: { command: 'cat s/x.ts; pwd' } });
    expect(reads.ended.result.llmContent).toBe(`needle\n${files()}`);
    expect(reads.ended.ending.layers).toEqual(['bubblewrap']);
    const asks = await run({ tool: 'Bash', arguments: { command: 'touch t' } }, 'page', 'allow');
    expect(asks.questions).toHaveLength(1);
    expect(asks.ended.result.success).toBe(true);
    const never = await run({ tool: 'Bash', arguments: { command: 'sudo ls' } }, 'page', 'allow');
    expect(never.questions).toEqual([]);
    expect(never.ended.result.displayContent).toBe('❌ 检测到危险命令,已阻止执行');
  });

  const scripted = (script: string) => ({ folder: shellFolder(script) });
  test.each<[string, object, string, string]>([
    [
      'a forbidden command',
      { tool: 'Bash', arguments: { command: 'sudo ls' } },
      ...(['❌ 检测到危险命令,已阻止执行', 'takes-rights-another-user'] as const),
    ],
    [
      'a place that no tool opens',
      { tool: 'Read', arguments: { file_path: '../.lathe/settings.json' } },
      ...(['❌ 未获允许', 'path-is-closed'] as const),
    ],
    [
      'a folder for commands outside of the workspace',
      { tool: 'Bash', arguments: { command: 'ls', working_directory: '/var' } },
      ...(['❌ 未获允许', 'commands-stay-inside'] as const),
    ],
    [
      'what the person refuses',
      { tool: 'Bash', arguments: { command: 'touch t' } },
      ...(['❌ Not allowed: Command rejected by user', 'rejected-by-user'] as const),
    ],
    [
      'a forbidden script of an author',
      scripted('sudo ls'),
      '❌ Not allowed: Command is forbidden: "sudo" runs with the privileges of another user',
      'takes-rights-another-user',
    ],
  ])(
    'A3.28 A4.30 %s is told in one language, with its reasons by code',
    async (_, body, display, code) => {
      const { result, ending } = (await run({ arguments: {}, ...body }, 'page', 'deny')).ended;
      expect(result.displayContent).toBe(display);
      expect(result.metadata.reasons).toMatchObject([{ code, message: expect.any(String) }]);
      expect(ending).toMatchObject({ kind: 'denied', because: result.metadata.reasons });
    },
  );

  test('A3.33 outside of the workspace is asked for, and read after a yes', async () => {
    symlinkSync(outside, `${files()}/out`);
    const body = { tool: 'Read', arguments: { file_path: 'out/secret.txt' } };
    const no = await run(body, 'page', 'deny');
    expect(no.questions[0]).toMatchObject({ text: `Read ${outside}/secret.txt` });
    expect(no.ended.ending.kind).toBe('denied');
    const yes = await run(body, 'page', 'allow');
    expect(yes.ended.result.llmContent).toBe('     1|the secret');
    const grep = { tool: 'Grep', arguments: { pattern: 'the', path: outside } };
    expect((await run(grep, 'page', 'allow')).ended.result.llmContent).toBe(
      'secret.txt:1:the secret',
    );
  });

  test("A3.33 Lathe's own records are nobody's to read", async () => {
    const args = { file_path: '../.lathe/settings.json' };
    const { ended, questions } = await run({ tool: 'Read', arguments: args }, 'page', 'allow');
    expect(questions).toEqual([]);
    expect(ended.result.error.type).toBe('permission_error');
  });

  test('A3.30 an allowed directory needs no question', async () => {
    const { settings, revision } = await get('/api/settings', 'page');
    const put = (bash: unknown, at: number) =>
      runner().fetch('/api/settings', {
        ...{ as: 'page', method: 'PUT', body: { settings: { ...settings, bash }, revision: at } },
      });
    const opened = { ...settings.bash, allowedDirectories: [outside] };
    expect((await put(opened, revision)).ok).toBe(true);
    const body = { tool: 'Read', arguments: { file_path: `${outside}/secret.txt` } };
    const { ended, questions } = await run(body);
    const now = await get('/api/settings', 'page');
    expect((await put(settings.bash, now.revision)).ok).toBe(true);
    expect(questions).toEqual([]);
    expect(ended.result.llmContent).toBe('     1|the secret');
  });

  test('A3.12 one that is switched off is neither declared nor called by programs', async () => {
    const enable = (enabled: boolean) =>
      runner().fetch('/api/tools/builtin:Grep/enabled', {
        ...{ as: 'page', method: 'PUT', body: { enabled } },
      });
    expect((await enable(false)).status).toBe(204);
    const { declarations } = await get('/api/declarations?provider=anthropic');
    const asked = { tool: 'Grep', arguments: { pattern: 'x' } };
    const answer = await runner().fetch('/api/runs', { method: 'POST', body: asked });
    expect((await enable(true)).status).toBe(204);
    expect(declarations.map(({ name }: { name: string }) => name)).not.toContain('Grep');
    expect(answer.status).toBe(403);
  });

  test.each([
    [{ tool: 'Nothing', arguments: {} }, 404],
    [{ toolId: 'builtin:Nothing', arguments: {} }, 404],
    [{ arguments: {} }, 400],
  ])('%j is answered with %i', async (body, status) => {
    expect((await runner().fetch('/api/runs', { method: 'POST', body })).status).toBe(status);
  });

  test('the user token neither sees nor calls them', async () => {
    expect((await get('/api/tools', 'user')).tools).toEqual([]);
    const body = { tool: 'Read', arguments: { file_path: 'a.txt' } };
    const answer = await runner().fetch('/api/runs', { as: 'user', method: 'POST', body });
    expect(answer.status).toBe(404);
  });
});
