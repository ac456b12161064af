import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eras, mcpClients } from '../fixtures/mcp-clients.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { hostileWay, pageOf } from '../fixtures/remote-servers.ts';

const pieces = [
  { type: 'text', text: 'words' },
  { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
  { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
  { type: 'resource', resource: { uri: 'note://1', mimeType: 'text/plain', text: 'a note' } },
  { type: 'resource', resource: { uri: 'note://2', blob: 'aGVsbG8=' } },
  { type: 'resource_link', uri: 'https://example.org/', name: 'there' },
  { type: 'text', text: 'the end' },
];

onBothEngines("Other programs' servers, served on", (runner) => {
  const page = pageOf(runner);
  const clients = mcpClients(runner);
  /** What a tool of the server is called here. */
  const callNames = new Map<string, string>();
  const nameOf = (name: string) => callNames.get(name) ?? '';
  afterEach(async () => {
    await clients.close();
  });
  beforeAll(async () => {
    const { tools } = await page.add('far', hostileWay());
    // Nobody sits here who could be asked.
    for (const name of ['media', 'typed']) {
      const { hash, callName = '' } = tools.find((one) => one.name === name) ?? {};
      callNames.set(name, callName);
      const judged = await page.send('/far/tools', 'POST', { tool: name, hash, isReadOnly: true });
      expect(judged.status).toBe(200);
    }
  });

  test('M26 an icon of a server is one that it gave along, and fetches nothing', async () => {
    const { tools } = await page.one('far');
    const iconOf = (name: string) => tools.find((one) => one.name === name)?.icon;
    expect([iconOf('typed'), iconOf('media')]).toEqual([
      ...['data:image/png;base64,iVBORw0KGgo=', undefined],
    ]);
  });

  describe.each(eras)('in the protocol of $era', ({ mode }) => {
    const connect = () => clients.connect({ mode });

    test('M26 it goes on to the client with its tool, and no other does', async () => {
      const client = await connect();
      const { tools } = await client.listTools();
      const iconsOf = (name: string) => tools.find((one) => one.name === name)?.icons;
      const src = 'data:image/png;base64,iVBORw0KGgo=';
      expect(iconsOf(nameOf('typed'))).toEqual([{ src, mimeType: 'image/png' }]);
      expect(iconsOf(nameOf('media'))).toBeUndefined();
      expect(JSON.stringify(tools)).not.toMatch(/icon\.png|text\/html/);
    });

    test('M24 every piece of an answer goes on as it came, and its bytes once', async () => {
      const client = await connect();
      const answer = await client.callTool({ name: nameOf('media'), arguments: {} });
      expect(answer).toMatchObject({ isError: false, structuredContent: { sum: 3 } });
      expect(answer.content).toEqual(pieces);
      expect(JSON.stringify(answer).match(/iVBORw0KGgo=/g)).toHaveLength(1);
    });

    test.each([
      ['2', { isError: false, structuredContent: { sum: 2 } }, 'the sum'],
      ['"two"', { isError: true }, 'not as it declares'],
    ])('M24 an answer of %s is told by the schema of its tool', async (text, is, said) => {
      const client = await connect();
      const { tools } = await client.listTools();
      const declared = tools.find(({ name }) => name === nameOf('typed'));
      expect(declared).toMatchObject({
        title: 'Typed',
        annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
      });
      expect(declared?.outputSchema).toMatchObject({ type: 'object', required: ['sum'] });
      // The client checks nothing here, so that what the server sends is seen.
      const params = { name: nameOf('typed'), arguments: { text } };
      const answer = await client.request({ method: 'tools/call', params });
      expect(answer).toMatchObject(is);
      expect('structuredContent' in answer).toBe(!is.isError);
      expect(JSON.stringify(answer)).toContain(said);
      expect(JSON.stringify(answer)).toContain('the sum');
    });
  });
});
