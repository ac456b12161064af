import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eras, mcpClients } from '../fixtures/mcp-clients.ts';
import { onBareEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';

/** More than one page holds. */
const names = Array.from({ length: 5100 }, (_, at) => `many_${String(at).padStart(4, '0')}`);
const script = (some: string[]) =>
  some.map((name) => `# @cmd Says its name\n${name}() { echo ${name}; }\n`).join('\n');
const kind = `# @describe Be kind;\n# say $please\n\n# @cmd Greets\ngreet() { echo hello; }\n`;

onBareEngines('Lists over MCP', (runner) => {
  const clients = mcpClients(runner);
  afterEach(async () => {
    await clients.close();
  });
  const put = async (id: string, files: object) => {
    const headers = { 'If-None-Match': '*' };
    const put = await runner().fetch(`/api/tools/${id}`, {
      method: 'PUT',
      headers,
      body: { files },
    });
    expect(put.status).toBeLessThan(300);
  };
  const drop = (id: string) => runner().fetch(`/api/tools/${id}`, { method: 'DELETE' });

  beforeAll(async () => {
    // A module of all of them is more than is read of one file.
    for (const at of [0, 1, 2]) {
      const own = names.slice(at * 1700, (at + 1) * 1700);
      await put(`many_${at}`, { [`many_${at}.sh`]: script(own) });
    }
    await put('kind', { 'kind.sh': kind });
  });

  describe.each(eras)('in the protocol of $era', ({ mode }) => {
    const connect = () => clients.connect({ mode });

    test('M33 what the authors want said of their tools are its instructions', async () => {
      const client = await connect();
      expect(client.getInstructions()).toContain('kind: Be kind;\nsay $please');
    });

    test('M15 a second page begins after the first, whatever came and went between', async () => {
      const client = await connect();
      const page = async (cursor?: string) => {
        const params = cursor === undefined ? {} : { cursor };
        const { tools, nextCursor } = await client.request({ method: 'tools/list', params });
        return { listed: tools.map(({ name }) => name), nextCursor };
      };
      await put('zz_left', shellFolder('true', { id: 'zz_left' }));
      const first = await page();
      expect(first.listed).toHaveLength(5000);
      expect(first.listed).not.toContain('zz_left');
      const elsewhere = { method: 'prompts/list', params: { cursor: first.nextCursor } } as const;
      await expect(client.request(elsewhere)).rejects.toMatchObject({ code: -32602 });
      await put('aa_come', shellFolder('true', { id: 'aa_come' }));
      await put('zz_come', shellFolder('true', { id: 'zz_come' }));
      await drop('zz_left');
      try {
        const second = await page(first.nextCursor);
        expect(second.nextCursor).toBeUndefined();
        const both = [...first.listed, ...second.listed];
        expect(new Set(both).size).toBe(both.length);
        expect(names.filter((name) => !both.includes(name))).toEqual([]);
        expect(second.listed).toContain('zz_come');
        // What came before the cursor is of the next list.
        expect(both).not.toContain('aa_come');
        expect(both).not.toContain('zz_left');
        expect((await page()).listed).toContain('aa_come');
      } finally {
        await drop('aa_come');
        await drop('zz_come');
      }
    });
  });
});
