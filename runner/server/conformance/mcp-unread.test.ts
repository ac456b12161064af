import { expect, test, vi } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';

/** Reports its progress in 120 parts of 1 MB. */
const loud = `export default (pi) => ({
  name: 'loud', label: 'Loud', description: 'Reports much', parameters: pi.typebox.Type.Object({}),
  async execute(toolCallId, params, onUpdate, ctx, signal) {
    const text = 'x'.repeat(1024 * 1024);
    for (let part = 0; part < 120; part += 1) onUpdate({ content: [{ type: 'text', text }] });
    await new Promise(() => undefined);
  } });`;

onBothEngines('An MCP client that does not read', (runner) => {
  test('L7 loses its stream, and its call ends', async () => {
    await runner().fetch('/api/tools/loud', {
      ...{ method: 'PUT', headers: { 'If-None-Match': '*' } },
      body: { files: { 'index.ts': loud } },
    });
    const params = { name: 'loud', arguments: {}, _meta: { progressToken: 1 } };
    const answer = await runner().fetch('/mcp', {
      method: 'POST',
      headers: { Accept: 'application/json, text/event-stream' },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    });
    expect(answer.headers.get('Content-Type')).toBe('text/event-stream');
    await vi.waitFor(
      async () => {
        const { runs } = await (await runner().fetch('/api/runs')).json();
        expect(runs[0]).toMatchObject({ tool: 'loud', outcome: 'cancelled' });
      },
      { timeout: 20_000 },
    );
    // Deno breaks the connection, Node ends the answer; neither sends the rest.
    let size = 0;
    const read = async () => {
      for await (const piece of answer.body ?? []) size += piece.length;
    };
    await read().catch(() => undefined);
    expect(size).toBeLessThan(100 * 1024 * 1024);
  });
});
