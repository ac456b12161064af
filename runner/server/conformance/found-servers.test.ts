import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { FoundServers } from '../../../shared/protocol/mcp/found-servers.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { pageOf } from '../fixtures/remote-servers.ts';

const person = mkdtempSync(join(tmpdir(), 'lathe-person-'));
afterAll(() => rmSync(person, { recursive: true }));
const put = (path: string, content: unknown) => {
  mkdirSync(dirname(join(person, path)), { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(person, path), text);
};
const SECRET = 'sk-of-the-person';
put('conf/Claude/claude_desktop_config.json', {
  mcpServers: {
    notes: { command: '/opt/notes', args: ['--key', SECRET], env: { API_KEY: SECRET } },
    old: { type: 'sse', url: 'http://127.0.0.1:9/sse' },
  },
});
const support = 'Library/Application Support/Claude/claude_desktop_config.json';
put(support, `{"mcpServers": ${'['.repeat(1_000_000)}`);
put('.claude.json', { history: [SECRET], mcpServers: { code: { command: 'node' } } });
put('conf/Code/User/mcp.json', {
  servers: {
    hub: { type: 'http', url: `https://hub.example/${SECRET}`, headers: { 'X-Auth': SECRET } },
  },
});
put('conf/Code/User/settings.json', '{"editor.fontSize": 14, // mine\n}');
put('.cursor/mcp.json', '{"mcpServers": {');
put('conf/zed/settings.json', { context_servers: { zed: { command: { path: 'z', args: [] } } } });

onBothEngines(
  "Servers of other programs' files",
  (runner) => {
    const page = pageOf(runner);
    const found = async (): Promise<FoundServers> => (await page.send('/found', 'GET')).json();

    test('A4.40 are found without what may be secret', async () => {
      const { files, problem } = await found();
      expect(problem).toBeUndefined();
      expect(JSON.stringify(files)).not.toContain(SECRET);
      const rows = files.map(({ program, servers, left, unreadable }) => [
        ...[program, servers.map(({ name, where }) => `${name} ${where}`).join()],
        ...[left.map(({ name }) => name).join(), unreadable !== undefined],
      ]);
      expect(rows).toEqual([
        ['claude-desktop', 'notes notes', 'old', false],
        ['claude-desktop', '', '', true],
        ['claude-code', 'code node', '', false],
        ['vscode', 'hub https://hub.example', '', false],
        ['cursor', '', '', true],
        ['zed', 'zed z', '', false],
      ]);
      expect(files[0]?.servers[0]).toMatchObject({ secrets: ['API_KEY'], isTaken: false });
    });

    test('A4.40 are added one by one, switched off, with their secrets where nobody sees them', async () => {
      const { files } = await found();
      const picked = { path: files[0]!.path, name: 'notes' };
      const added = await page.send('/found', 'POST', picked);
      expect(await added.json()).toMatchObject({
        ...{ name: 'notes', state: { is: 'off' }, secrets: ['API_KEY'], starts: 0 },
        settings: { enabled: false, way: { grants: { folders: [], net: [] } } },
      });
      expect((await found()).files[0]?.servers[0]?.isTaken).toBe(true);
      expect((await page.send('/found', 'POST', picked)).status).toBe(409);
      const other = { path: '/etc/passwd', name: 'notes' };
      expect((await page.send('/found', 'POST', other)).status).toBe(404);
      await page.send('/notes', 'DELETE');
    });

    test('no server takes the name of this path', async () => {
      const settings = { way: { type: 'http', url: 'http://127.0.0.1:9' } };
      expect((await page.send('', 'POST', { name: 'found', settings })).status).toBe(400);
    });
  },
  ['env', `HOME=${person}`, `XDG_CONFIG_HOME=${join(person, 'conf')}`],
);
