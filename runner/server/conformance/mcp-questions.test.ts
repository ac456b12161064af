import type { ElicitResult } from '@modelcontextprotocol/client';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { eras, mcpClients } from '../fixtures/mcp-clients.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';

/** A tool with each of the dialogues that the host's API has. */
const asks = `export default (pi) => ({
  name: 'asks', label: 'Asks', description: 'Asks', parameters: pi.typebox.Type.Object({ how: pi.typebox.Type.String() }),
  async execute(id, { how }, onUpdate, ctx) {
    const said = pi.hasUI === false ? 'nobody' : how === 'select' ? await pi.ui.select('Which?', ['a', 'b'])
      : how === 'confirm' ? await pi.ui.confirm('Sure?', 'Really') : how === 'input' ? await pi.ui.input('Name?', 'hint')
      : await pi.ui.editor('Text?', 'old');
    return { content: [{ type: 'text', text: JSON.stringify(said ?? null) }] };
  } });
`;

onBothEngines('Questions over MCP', (runner) => {
  const clients = mcpClients(runner);
  afterEach(async () => {
    await clients.close();
  });

  /** Whether the client's word counts for an approval. */
  const settle = async (dangerouslyApproveInClient: boolean) => {
    const state = await runner().fetch('/api/settings', { as: 'page' });
    const { settings, revision } = await state.json();
    const mcp = { ...settings.mcp, dangerouslyApproveInClient };
    const body = { settings: { ...settings, mcp }, revision };
    await runner().fetch('/api/settings', { as: 'page', method: 'PUT', body });
  };

  beforeAll(async () => {
    const makes = { files: shellFolder('touch "$text"; echo made', { id: 'makes' }) };
    await runner().fetch('/api/tools/makes', {
      method: 'PUT',
      headers: { 'If-None-Match': '*' },
      body: makes,
    });
    const body = { files: { 'index.ts': asks } };
    const headers = { 'If-None-Match': '*' };
    await runner().fetch('/api/tools/asks', { method: 'PUT', headers, body });
  });

  describe.each(eras)('in the protocol of $era', ({ mode }) => {
    const connect = async (answer?: () => ElicitResult) => {
      const heard = vi.fn();
      const client = await clients.connect({
        mode,
        capabilities: answer ? { elicitation: { form: {} } } : {},
        prepare(one) {
          if (answer)
            one.setRequestHandler('elicitation/create', async ({ params }) => {
              heard(params);
              return answer();
            });
        },
      });
      return { client, heard };
    };
    const accept = (answer: string | boolean) => (): ElicitResult => ({
      ...{ action: 'accept', content: { answer } },
    });

    test.each([
      ['select', accept('b'), '"b"', { message: 'Which?' }],
      ['confirm', accept(true), 'true', { message: 'Sure?\n\nReally' }],
      ['input', accept('me'), '"me"', { message: 'Name?' }],
      ['editor', accept('new'), '"new"', { message: 'Text?' }],
      ['select', accept('c'), 'null', {}],
      ['input', (): ElicitResult => ({ action: 'decline' }), 'null', {}],
      ['confirm', (): ElicitResult => ({ action: 'cancel' }), 'false', {}],
    ])(
      'M22 a dialogue (%s) reaches the client, and its answer the tool',
      async (how, answer, text, asked) => {
        const { client, heard } = await connect(answer);
        const got = await client.callTool({ name: 'asks', arguments: { how } });
        expect(got).toMatchObject({ isError: false, content: [{ type: 'text', text }] });
        expect(heard).toHaveBeenCalledTimes(1);
        expect(heard.mock.calls[0]?.[0]).toMatchObject(asked);
      },
    );

    test.each([
      [false, true, /[Nn]obody/, 0],
      [true, true, /made/, 1],
      [true, false, /refused it in the program/, 1],
    ])(
      'M23 with the setting %s, an approval of the client (%s) ends in %s',
      async (on, allow, said, times) => {
        await settle(on);
        try {
          const { client, heard } = await connect(() => ({ action: 'accept', content: { allow } }));
          const got = await client.callTool({ name: 'makes', arguments: { text: 'made' } });
          expect(JSON.stringify(got.content)).toMatch(said);
          expect(heard).toHaveBeenCalledTimes(times);
          if (times > 0) expect(heard.mock.calls[0]?.[0].message).toContain('touch');
        } finally {
          await settle(false);
        }
      },
    );

    test('M23 two programs that make the same call are each asked, and neither ends the other', async () => {
      await settle(true);
      try {
        let allow: (said: ElicitResult) => void = () => undefined;
        const allowed = new Promise<ElicitResult>((settled) => (allow = settled));
        const yes: ElicitResult = { action: 'accept', content: { allow: true } };
        const slow = await connect(() => allowed as never);
        const quick = await connect(() => yes);
        const make = async ({ client }: typeof slow) =>
          (await client.callTool({ name: 'makes', arguments: { text: 'made' } })).content;
        const first = make(slow);
        await vi.waitFor(() => expect(slow.heard).toHaveBeenCalled(), 20_000);
        expect(JSON.stringify(await make(quick))).toMatch(/made/);
        allow(yes);
        expect(JSON.stringify(await first)).toMatch(/made/);
        expect([slow, quick].map(({ heard }) => heard.mock.calls.length)).toEqual([1, 1]);
      } finally {
        await settle(false);
      }
    });

    test('M22 a client that never answers holds its call no longer than a person is waited for', async () => {
      const state = await runner().fetch('/api/settings', { as: 'page' });
      const { settings, revision } = await state.json();
      const limits = { ...settings.limits, approvalMs: 5_000 };
      const body = { settings: { ...settings, limits }, revision };
      await runner().fetch('/api/settings', { as: 'page', method: 'PUT', body });
      const { client } = await connect(() => new Promise<never>(() => undefined) as never);
      const ended = async (): Promise<number> =>
        (await (await runner().fetch('/api/runs?limit=1')).json()).total;
      const before = await ended();
      // A client of the newer protocol never hears of it, since it does not come back.
      void client.callTool({ name: 'asks', arguments: { how: 'input' } }).catch(() => undefined);
      await expect.poll(ended, { timeout: 20_000 }).toBe(before + 1);
    });

    test('M22 a client that cannot ask is not asked', async () => {
      const { client } = await connect();
      const got = await client.callTool({ name: 'asks', arguments: { how: 'input' } });
      expect(got.content).toEqual([{ type: 'text', text: '"nobody"' }]);
    });
  });
});
