import { createHash } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eras, mcpClients } from '../fixtures/mcp-clients.ts';
import { onBareEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';

const uri = 'ui://lathe/display';
const type = 'text/html;profile=mcp-app';
const apps = { 'io.modelcontextprotocol/ui': { mimeTypes: [type] } };
const rows = '| a | b |\n| --- | --- |\n| 1 | <b>2</b> |';

onBareEngines('Interfaces for MCP clients', (runner) => {
  const clients = mcpClients(runner);
  afterEach(async () => {
    await clients.close();
  });
  beforeAll(async () => {
    const files = shellFolder(`printf '%s' '${rows}'`, { id: 'rows', icon: 'table.svg' });
    const body = { files: { ...files, 'return.json': '{"template": "Found:\\n\\n{output}"}' } };
    const headers = { 'If-None-Match': '*' };
    await runner().fetch('/api/tools/rows', { method: 'PUT', headers, body });
    const strays = shellFolder('true', { id: 'strays', icon: '../../../index.html' });
    const stray = { files: strays };
    await runner().fetch('/api/tools/strays', { method: 'PUT', headers, body: stray });
  });

  describe.each(eras)('in the protocol of $era', ({ mode }) => {
    const connect = (extensions?: object) =>
      clients.connect({
        mode,
        capabilities: extensions === undefined ? {} : { extensions: extensions as never },
      });

    test('M25 a client that draws interfaces gets one for what a person is shown', async () => {
      const client = await connect(apps);
      const { tools } = await client.listTools();
      const metaOf = (name: string) => tools.find((one) => one.name === name)?._meta;
      expect(metaOf('rows')).toEqual({ ui: { resourceUri: uri, visibility: ['model'] } });
      expect(metaOf('Read')).toBeUndefined();
      // All else is as other clients see it.
      const others = await (await connect()).listTools();
      const withoutUi = tools.map(({ _meta: { ui: _, ...rest } = {}, ...tool }) =>
        Object.keys(rest).length === 0 ? tool : { ...tool, _meta: rest },
      );
      expect(withoutUi).toEqual(others.tools);
      const { content, _meta } = await client.callTool({ name: 'rows', arguments: {} });
      expect(content).toEqual([{ type: 'text', text: rows }]);
      expect(_meta).toMatchObject({ 'lathe/displayContent': `Found:\n\n${rows}` });
    });

    test('M25 the interface runs its own program alone and reaches nothing', async () => {
      const client = await connect(apps);
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([{ uri, mimeType: type, _meta: { ui: { csp: {} } } }]);
      const [page] = contents;
      const html = page && 'text' in page ? page.text : '';
      const [, script = ''] = /<script>(.*)<\/script>/s.exec(html) ?? [];
      const hash = createHash('sha256').update(script).digest('base64');
      const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
      expect(policy?.split('; ').sort()).toEqual([
        ...["base-uri 'none'", "default-src 'none'", "form-action 'none'", 'img-src data:'],
        ...['media-src data:', `script-src 'sha256-${hash}'`, "style-src 'unsafe-inline'"],
      ]);
      expect(html.length).toBeLessThan(16_000);
      expect(html).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
      // Whoever wants it knows of it by the tools.
      const { resources } = await client.listResources();
      expect(resources.map((one) => one.uri)).not.toContain(uri);
    });

    test('M26 a tool has its icon with it, and nothing is fetched for one', async () => {
      const { tools } = await (await connect()).listTools();
      const iconsOf = (name: string) => tools.find((one) => one.name === name)?.icons;
      const [icon, ...more] = iconsOf('rows') ?? [];
      expect([icon?.mimeType, more, iconsOf('Read')]).toEqual(['image/svg+xml', [], undefined]);
      const [, base64 = ''] = /^data:image\/svg\+xml;base64,(.+)$/.exec(icon?.src ?? '') ?? [];
      const svg = Buffer.from(base64, 'base64').toString();
      expect(svg).toMatch(/^<svg .*<\/svg>\s*$/s);
      expect(svg).toContain('#808080');
      // A file name leads nowhere else.
      expect(iconsOf('strays')).toBeUndefined();
    });

    test.each([
      ['nothing', undefined],
      ['another extension', { 'com.example/other': { mimeTypes: [type] } }],
      ['another type', { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] } }],
      ['no types', { 'io.modelcontextprotocol/ui': {} }],
    ])('M25 a client that declares %s sees no interface', async (_, extensions) => {
      const client = await connect(extensions);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('rows');
      expect(JSON.stringify(tools)).not.toContain('ui://');
      await expect(client.readResource({ uri })).rejects.toThrow('Resource not found');
    });
  });
});
