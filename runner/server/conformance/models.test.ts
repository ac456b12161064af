import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeProvider } from '../../conversations/fixtures/provider.ts';
import { startRunner } from '../fixtures/start-runner.ts';
import type { EngineName, StartedRunner } from '../fixtures/start-runner.ts';

const KEY = 'sk-door-Zr4xQ8vK1mN7tB3w';
const engines: EngineName[] = ['deno', 'node'];

describe.each(engines)('Models on %s', (engine) => {
  let provider: FakeProvider;
  let runner: StartedRunner;
  beforeAll(async () => {
    provider = await FakeProvider.start();
    const before = [...provider.before, `GOOGLE_GENERATIVE_AI_API_KEY=${KEY}`];
    const workspace = mkdtempSync(join(tmpdir(), `lathe-models-${engine}-`));
    runner = await (await startRunner(engine, workspace, 0, before)).enter();
  });
  afterAll(async () => {
    await runner.discard();
    await provider.close();
  });

  const page = async (path: string, method = 'GET', body?: unknown) => {
    const sent = body === undefined ? {} : { body };
    const answer = await runner.fetch(path, { as: 'page', method, ...sent });
    return { status: answer.status, text: await answer.text() };
  };
  const put = (id: string, change: object) => page(`/api/models/${id}`, 'PUT', change);
  const asked = async (model: string) =>
    JSON.parse((await page('/api/models/test', 'POST', { model })).text);
  const providerOf = async (id: string) => {
    const { providers } = JSON.parse((await page('/api/models')).text);
    return providers.find((one: { id: string }) => one.id === id);
  };

  test('who can be asked, how, and whether a key is known', async () => {
    const { providers, missing } = JSON.parse((await page('/api/models')).text);
    expect(missing).toBeUndefined();
    const rows = providers.map(({ id, key, addressFrom }: Record<string, string>) => [
      id,
      key,
      addressFrom,
    ]);
    expect(rows).toEqual([
      ['openai', 'none', 'environment'],
      ['anthropic', 'none', 'environment'],
      ['google', 'environment', 'environment'],
      ['local', 'unneeded', 'environment'],
    ]);
  });

  test('without a key the test says which one, and nobody is asked', async () => {
    provider.play({ text: 'ready' });
    const { fault } = await asked('openai:gpt-5');
    expect(fault).toMatchObject({ code: 'no-key', message: /set OPENAI_API_KEY, or type one/ });
    expect(provider.requests).toEqual([]);
  });

  test('a typed key is kept for its owner alone, and the provider gets it', async () => {
    for (const id of ['openai', 'anthropic']) {
      const { status, text } = await put(id, { key: KEY });
      expect([status, text.includes(KEY)]).toEqual([200, false]);
      expect(await providerOf(id)).toMatchObject({ key: 'kept' });
    }
    expect(statSync(join(runner.workspace, '.lathe/keys.json')).mode & 0o777).toBe(0o600);
    provider.key = KEY;
    for (const id of ['openai:gpt-5', 'anthropic:claude-x', 'google:gemini-3-pro']) {
      provider.play({ text: 'ready' });
      expect(await asked(id)).toEqual({ ms: expect.any(Number) });
      expect(provider.requests).toHaveLength(1);
    }
    provider.names = ['b-model', 'a-model'];
    for (const id of ['openai', 'anthropic', 'google']) {
      const { text } = await page(`/api/models/${id}/names`);
      expect(JSON.parse(text)).toEqual({ names: ['a-model', 'b-model'] });
    }
    provider.key = undefined;
    expect(JSON.parse((await page('/api/models/local/names')).text).names).toHaveLength(2);
    expect(await asked('person')).toMatchObject({ fault: { code: 'no-recording' } });
  });

  test.each([
    [{ status: 401, body: `{"error":{"message":"Bad key ${KEY}"}}` }, 'bad-key', /refused the key/],
    [
      { status: 404, body: '{"error":{"message":"model not found"}}' },
      'no-model',
      /no model "gpt-5"/,
    ],
    [{ status: 429 }, 'rate-limited', /too many requests/],
    [{ status: 500 }, 'overloaded', /status 500/],
    [{ redirect: 'https://evil.example/' }, 'bad-address', /evil\.example/],
    [{ after: 0 }, 'cut', /in the middle/],
  ])('the test says of %j what is wrong, once and in one sentence', async (step, code, says) => {
    provider.play(step);
    const { fault } = await asked('openai:gpt-5');
    expect(fault).toMatchObject({ code, message: says });
    expect(JSON.stringify(fault)).not.toContain(KEY);
    expect(provider.requests).toHaveLength(1);
  });

  test.each([
    ['openai', { address: 'garbage' }, 'bad-address-no-url', /is no address/],
    ['openai', { address: 'http://10.0.0.1/v1' }, 'bad-address-clear', /unencrypted/],
    ['google', { address: 'https://a.example,b.example' }, 'bad-address-host', /no single host/],
    ['anthropic', { address: 'https://u:p@a.example' }, 'bad-address-credentials', /as the key/],
    ['openai', { key: 'two words' }, 'bad-key', /copy it anew/],
  ])('PUT /api/models/%s %j is refused', async (id, change, code, says) => {
    const before = readFileSync(join(runner.workspace, '.lathe/keys.json'), 'utf8');
    const { status, text } = await put(id, change);
    expect(status).toBe(422);
    expect(JSON.parse(text).error).toMatchObject({ code, message: says });
    expect(readFileSync(join(runner.workspace, '.lathe/keys.json'), 'utf8')).toBe(before);
  });

  test('a provider that is none is told', async () => {
    expect((await put('nobody', { key: KEY })).status).toBe(404);
    expect((await page('/api/models/nobody/names')).status).toBe(404);
    expect((await page('/api/models/test', 'POST', { model: 'nobody:x' })).status).toBe(400);
  });

  describe('a key that is kept or in the environment', () => {
    const run = async (body: unknown) => {
      let runId = '';
      const events = await runner.run(body, 'page', async ({ event, data }) => {
        if (event === 'started') runId = data.runId;
        if (event !== 'approval') return;
        const decision = { id: data.id, answer: 'allow', scope: 'once' };
        await page(`/api/runs/${runId}/decision`, 'POST', decision);
      });
      return events;
    };
    const path = () => join(runner.workspace, '.lathe/keys.json');

    test.each([
      ['Read', () => ({ file_path: '../.lathe/keys.json' })],
      ['Read', () => ({ file_path: path() })],
      ['Grep', () => ({ pattern: 'sk-door', path: '..' })],
      ['Grep', () => ({ pattern: 'sk-door', path: join(runner.workspace, '.lathe') })],
      ['Glob', () => ({ pattern: '**/keys.json', path: runner.workspace })],
      [
        'Bash',
        () => ({
          command: `cat ../.lathe/keys.json ${path()}; grep -r sk-door ${runner.workspace}`,
        }),
      ],
      ['Bash', () => ({ command: 'cat /proc/*/environ | tr "\\0" "\\n"; env' })],
    ])('is not reached by %s, whatever the person allows', async (tool, args) => {
      const events = await run({ tool, arguments: args() });
      const said = JSON.stringify(events.filter(({ event }) => event !== 'approval'));
      expect(events.at(-1)?.event).toBe('ended');
      expect(said).not.toContain(KEY);
      if (tool === 'Glob') expect(events.at(-1)?.data.result.llmContent).not.toContain('.lathe');
    });

    test('is not reached by a module that may read the whole workspace, and all else is', async () => {
      const source = `export default (pi) => ({
        name: 'reader', label: 'r', description: 'Reads', parameters: pi.typebox.Type.Object({}),
        async execute() {
          const { readFile } = await import('node:fs/promises');
          const said = [];
          for (const path of ${JSON.stringify([path(), join(runner.workspace, 'here.txt')])})
            said.push(await readFile(path, 'utf8').catch((error) => String(error)));
          return { content: [{ type: 'text', text: said.join('\\n') }], details: {} };
        },
      })`;
      const files = { 'reader.ts': source };
      const headers = { 'If-None-Match': '*' };
      await runner.fetch('/api/tools/reader', {
        as: 'page',
        method: 'PUT',
        body: { files },
        headers,
      });
      await page('/api/tools/reader/enabled', 'PUT', { enabled: true });
      execFileSync('sh', ['-c', 'echo open > "$0"', join(runner.workspace, 'here.txt')]);
      const everything = [runner.workspace, '/', path(), join(runner.workspace, '.lathe')];
      for (const read of everything) {
        const rights = { read: [read], write: [], env: [], net: [] };
        expect((await page('/api/tools/reader/rights', 'PUT', rights)).status).toBe(200);
        const events = await run({ toolId: 'reader', arguments: {} });
        const { llmContent } = events.at(-1)?.data.result ?? {};
        expect(llmContent).not.toContain(KEY);
        if (read === runner.workspace) expect(llmContent).toMatch(/open/);
      }
    });

    test('no folder of the records can be opened to tools', async () => {
      const { settings, revision } = JSON.parse((await page('/api/settings')).text);
      const bash = { ...settings.bash, allowedDirectories: [join(runner.workspace, '.lathe')] };
      const { status } = await page('/api/settings', 'PUT', {
        settings: { ...settings, bash },
        revision,
      });
      expect(status).toBe(422);
    });

    test('stands in no answer, no history, no export and no log', async () => {
      const { paths } = JSON.parse((await page('/api/openapi.json')).text);
      const reads = Object.entries<object>(paths).filter(
        ([one, methods]) => 'get' in methods && !one.startsWith('/mcp') && one !== '/api/changes',
      );
      expect(reads.length).toBeGreaterThan(10);
      for (const [one] of reads) {
        expect((await page(one.replace(/\{\w+\}/g, 'calc'))).text).not.toContain(KEY);
      }
      expect(runner.complaints.join('')).not.toContain(KEY);
      // Every file of the workspace but the one; git and editors see none of them.
      const found = execFileSync(
        'sh',
        ['-c', 'grep -rl "$0" "$1" || true', KEY, runner.workspace],
        { encoding: 'utf8' },
      );
      expect(found.trim().split('\n')).toEqual([path()]);
    });
  });

  test('the processes that asked end with the runner', async () => {
    const mine = () =>
      execFileSync(
        'sh',
        [
          '-c',
          'ps -e -o args= | grep -F -- "--allow-net=127.0.0.1:$0" | grep -vF grep || true',
          String(provider.port),
        ],
        { encoding: 'utf8' },
      );
    provider.play({ text: 'ready' });
    await asked('local:llama');
    expect(mine()).not.toBe('');
    await runner.stop();
    expect(mine()).toBe('');
  });
});
