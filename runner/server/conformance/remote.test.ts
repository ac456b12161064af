import { expect, test, beforeAll } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { hostileWay, pageOf } from '../fixtures/remote-servers.ts';

onBothEngines("Other programs' servers", (runner) => {
  const page = pageOf(runner);
  beforeAll(async () => {
    const { state } = await page.add('plain', hostileWay());
    expect(state).toMatchObject({ is: 'ready' });
  });

  test('a server is listed with what it said of itself and its tools', async () => {
    const one = await page.one('plain');
    expect(one).toMatchObject({
      ...{ id: 'mcp:plain', starts: 2, hello: { name: 'hostile', protocolVersion: '2025-11-25' } },
      leftOut: [
        { name: 'echo', code: 'same-name' },
        { name: 'schemaless', code: 'invalid' },
      ],
    });
    const names = Object.fromEntries(one.tools.map(({ name, callName }) => [name, callName]));
    expect(names).toMatchObject({
      ...{ echo: 'plain__echo', 'bad name!': 'plain__bad_name_', Read: 'plain__Read' },
      ['__proto__']: 'plain____proto__',
    });
    const listed = await (await runner().fetch('/api/tools?source=mcp')).json();
    expect(listed.tools[0]).toMatchObject({ id: 'mcp:plain', source: 'mcp', group: 'plain' });
  });

  test.each(['openai', 'anthropic', 'gemini', 'mcp'])(
    'its tools are declared for %s beside all others',
    async (provider) => {
      const answer = await runner().fetch(`/api/declarations?provider=${provider}`);
      const text = await answer.text();
      for (const name of ['"plain__echo"', '"plain__bad_name_"', '"calc"'])
        expect(text).toContain(name);
    },
  );

  test('A3.16, A4.40 a call by its name alone finds it in the one registry', async () => {
    const run = { tool: 'plain__bad_name_', arguments: {} };
    const events = await runner().run(run, 'page', async ({ event, data }) => {
      if (event !== 'approval') return;
      const { runId, id } = data.approval;
      const body = { id, answer: 'allow' };
      await runner().fetch(`/api/runs/${runId}/decision`, { as: 'page', method: 'POST', body });
    });
    expect(events.at(-1)?.data.result.llmContent).toBe('a bad name');
  });

  test('a call is asked for, runs, and stands in the history', async () => {
    const { approvals, ended } = await page.run('plain', 'echo', { text: 'hello' });
    expect(approvals).toMatchObject([
      { tool: 'plain__echo', text: 'plain: echo\n{\n  "text": "hello"\n}', rule: 'plain__echo *' },
    ]);
    expect(ended).toMatchObject({
      result: { success: true, llmContent: 'hello', metadata: { mcp: { server: 'plain' } } },
      ending: { kind: 'finished' },
    });
    const { runs } = await (await runner().fetch('/api/runs?tool=mcp:plain')).json();
    expect(runs[0]).toMatchObject({
      toolId: 'mcp:plain',
      tool: 'plain__echo',
      arguments: { text: 'hello' },
    });
  });

  test('what a person refuses does not reach the server', async () => {
    const { ended } = await page.run('plain', 'echo', { text: 'refused' }, { approve: 'deny' });
    expect(ended.ending.kind).toBe('denied');
    const { messages } = await (await page.send('/plain/wire', 'GET')).json();
    expect(JSON.stringify(messages)).not.toContain('refused');
  });

  test('arguments that its schema refuses do not reach it either', async () => {
    const { ended, approvals } = await page.run('plain', 'echo', { text: 7 });
    expect(approvals).toEqual([]);
    expect(ended).toMatchObject({ ending: { kind: 'failed' }, result: { success: false } });
  });

  test('everything that a result holds arrives, in words and as it is', async () => {
    const { ended } = await page.run('plain', 'media');
    const { llmContent, displayContent, metadata } = ended.result;
    expect(displayContent).toBe('for the **person**');
    expect(llmContent.split('\n')).toEqual([
      ...['words', '[image image/png, 8 bytes]', '[audio audio/wav, 4 bytes]', 'a note'],
      ...['[resource note://2, 5 bytes]', '[there](https://example.org/)', 'the end'],
    ]);
    expect(metadata.structuredContent).toEqual({ sum: 3 });
    expect(metadata.content.map(({ type }: { type: string }) => type)).toEqual([
      ...['text', 'image', 'audio', 'resource', 'resource', 'resource_link', 'text'],
    ]);
  });

  test.each([
    ['2', { structuredContent: { sum: 2 } }, []],
    ['"two"', { mcp: { misfit: { sum: 'two' } } }, ['mcp-answer-misfit']],
    [undefined, {}, ['mcp-answer-missing']],
  ])('a structured answer of %s is checked before it goes on', async (text, metadata, codes) => {
    const { ended } = await page.run('plain', 'typed', text === undefined ? {} : { text });
    expect(ended.result).toMatchObject({ success: true, metadata });
    const reasons: { code: string; message: string }[] = ended.result.metadata.reasons ?? [];
    expect(reasons.map(({ code }) => code)).toEqual(codes);
    // Nothing of it is lost, and the model is told of it.
    expect(ended.result.llmContent).toMatch(/^the sum/);
    for (const { message } of reasons) expect(ended.result.llmContent).toContain(message);
    expect('structuredContent' in ended.result.metadata).toBe(codes.length === 0);
  });

  test.each([
    [1, { said: '字' }, { said: '字' }],
    // Fewer characters than a result may have bytes, and more bytes.
    [400_000, undefined, undefined],
  ])(
    'what it says for programs is kept up to a size in bytes: %d times',
    async (times, ...kept) => {
      const { ended } = await page.run('plain', 'drawn', { text: '字', times });
      const { structuredContent, mcp } = ended.result.metadata;
      expect([structuredContent, mcp.meta]).toEqual(kept);
    },
  );

  test('a failure that it tells, its progress and its log are told', async () => {
    expect((await page.run('plain', 'fail')).ended).toMatchObject({
      result: { success: false, error: { type: 'execution_error', message: 'it went wrong' } },
      ending: { kind: 'failed' },
    });
    const { events } = await page.run('plain', 'steps');
    const told = events.flatMap(
      ({ data }) => data.update ?? (data.type === 'output' ? data.text : []),
    );
    expect(told).toEqual([
      { progress: 1, total: 2, message: 'step 1' },
      { progress: 2, total: 2, message: 'step 2' },
      '[warning] nearly there\n',
    ]);
  });

  test('resources and prompts can be read', async () => {
    const json = async (path: string, body?: object) =>
      (await page.send(`/plain${path}`, body ? 'POST' : 'GET', body)).json();
    expect(await json('/resources')).toMatchObject({ resources: [{ uri: 'note://1' }] });
    expect(await json('/resources/read', { uri: 'note://1' })).toEqual({
      contents: [{ uri: 'note://1', text: 'a note' }],
    });
    expect(await json('/prompts')).toMatchObject({ prompts: [{ name: 'greet' }] });
    const filled = await json('/prompts/get', { name: 'greet', arguments: { who: 'you' } });
    expect(filled.messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Hello you' } },
    ]);
  });

  test('the wire shows both ways in order, with the times of answers', async () => {
    await page.run('plain', 'echo', { text: 'on the wire' });
    const { messages } = await (await page.send('/plain/wire', 'GET')).json();
    const [asked, answered] = messages.slice(-2);
    expect(asked).toMatchObject({ direction: 'sent', kind: 'request', method: 'tools/call' });
    expect(answered).toMatchObject({ direction: 'received', kind: 'response', id: asked.id });
    expect(answered.ms).toEqual(expect.any(Number));
    const later = await (await page.send(`/plain/wire?after=${asked.n}`, 'GET')).json();
    expect(later.messages.map(({ n }: { n: number }) => n)).toEqual([answered.n]);
    // A page that followed a runner before this one asks behind a number that is still to come.
    const anew = await (await page.send(`/plain/wire?after=${answered.n + 1000}`, 'GET')).json();
    expect(anew.messages).toEqual(messages);
  });

  test('a stranger may call a tool harmless, and plan mode offers it once the person says so', async () => {
    const planned = async () => {
      const answer = await runner().fetch('/api/declarations?provider=mcp&mode=plan');
      return (await answer.text()).includes('"orders"');
    };
    const tool = (await page.one('plain')).tools.find(({ name }) => name === 'orders')!;
    expect(tool).toMatchObject({ kind: 'readonly', isReadOnly: false });
    expect((await page.run('plain', 'orders')).approvals).toHaveLength(1);
    expect(await planned()).toBe(false);
    const said = { tool: 'orders', hash: tool.hash, isReadOnly: true };
    expect((await page.send('/plain/tools', 'POST', { ...said, hash: 'x' })).status).toBe(409);
    expect((await page.send('/plain/tools', 'POST', said)).status).toBe(200);
    expect(await planned()).toBe(true);
    expect((await page.run('plain', 'orders')).approvals).toEqual([]);
  });

  test('a form reaches the person with the name of the server, and the answer goes back', async () => {
    const say = { action: 'accept', content: { password: 'none of yours' } };
    const { events, ended } = await page.run('plain', 'ask', {}, { say });
    const asked = events.find(({ event }) => event === 'question')?.data.question.ask;
    expect(asked).toMatchObject({
      ...{ kind: 'form', server: 'plain', tool: 'ask' },
      message: 'The tool "github" needs its token again',
    });
    expect(JSON.parse(ended.result.llmContent)).toEqual(say);
  });

  test.each([
    ['an answer that does not fit', { action: 'accept', content: { password: 7 } }, 'cancel'],
    ['no', { action: 'decline' }, 'decline'],
    ['nonsense', 'yes', 'cancel'],
  ])('a form that is answered with %s gives nothing away', async (_, say, action) => {
    const { ended } = await page.run('plain', 'ask', {}, { say });
    expect(JSON.parse(ended.result.llmContent)).toEqual({ action });
  });

  test('an address is shown with its host, and opened by nobody', async () => {
    const { events } = await page.run('plain', 'open', {}, { say: { action: 'decline' } });
    const asked = events.find(({ event }) => event === 'question')?.data.question.ask;
    expect(asked).toMatchObject({
      kind: 'open',
      url: 'https://bank.example/x',
      host: 'bank.example',
    });
  });

  test('nobody there is asked nothing: a program gets no answer for the server', async () => {
    const tool = (await page.one('plain')).tools.find(({ name }) => name === 'ask')!;
    await page.send('/plain/tools', 'POST', { tool: 'ask', hash: tool.hash, isReadOnly: true });
    const events = await runner().run({ tool: 'ask', arguments: {} }, 'admin');
    expect(JSON.parse(events.at(-1)?.data.result.llmContent)).toEqual({ action: 'cancel' });
  });

  test('a server that was given no model may ask none, and its roots are what was granted', async () => {
    const { ended } = await page.run('plain', 'sample');
    expect(JSON.parse(ended.result.llmContent)).toMatchObject({ code: -32601 });
    const { ended: roots } = await page.run('plain', 'roots');
    expect(JSON.parse(roots.result.llmContent).roots[0].uri).toMatch(/^file:.*fixtures$/);
  });

  test('A3.19, A4.39 models are told of its tools after all others, and of none of a server that is gone', async () => {
    const names = async (): Promise<string[]> => {
      const { declarations } = await (
        await runner().fetch('/api/declarations?provider=mcp')
      ).json();
      return declarations.map(({ name }: { name: string }) => name);
    };
    await page.add('brief', hostileWay('endless'));
    const all = await names();
    expect(all.indexOf('t7')).toBeGreaterThan(-1);
    expect(all.indexOf('calc')).toBeLessThan(
      Math.min(all.indexOf('t7'), all.indexOf('plain__echo')),
    );
    await page.send('/brief', 'DELETE');
    expect(await names()).not.toContain('t7');
  });

  test('a program may list servers and change none', async () => {
    const sent = (method: string, path = '', body?: object) =>
      runner().fetch(`/api/mcp-servers${path}`, { as: 'admin', method, body });
    expect((await sent('GET')).status).toBe(200);
    expect((await sent('POST', '', { name: 'x', settings: {} })).status).toBe(403);
    expect((await sent('DELETE', '/plain')).status).toBe(403);
    expect((await sent('GET', '/plain/wire')).status).toBe(403);
  });
});
