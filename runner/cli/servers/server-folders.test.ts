import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fixtures } from '../../server/fixtures/remote-servers.ts';
import { engines, startLathe } from '../fixtures/start-lathe.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const main = join(fixtures, 'hostile-server.mjs');
const described = (args: string[] = [main]) =>
  JSON.stringify({
    mcpServers: { any: { command: 'node', args, lathe: { folders: [fixtures] } } },
  });

describe.each(engines)('servers in folders with the command on $engine', (one) => {
  let workspace: string;
  const at = (path: string) => join(workspace, path);
  const lathe = (...args: string[]) =>
    startLathe(one.command, args, '', undefined, {
      ...{ LATHE_WORKSPACE: workspace, CLUB_TOKEN: 'hush-of-the-environment' },
    });
  const put = (name: string, text: string) => {
    mkdirSync(at(`servers/${name}`), { recursive: true });
    writeFileSync(at(`servers/${name}/mcp.json`), text);
  };

  beforeAll(() => {
    workspace = mkdtempSync(join(tmpdir(), 'lathe-travel-'));
    for (const folder of ['.lathe', 'files', 'tools']) mkdirSync(at(folder));
  });
  afterAll(() => rmSync(workspace, { recursive: true }));

  test('S20 one is listed turned off with what it asks for, and turned on and off; a change asks again', async () => {
    put('notes', described());
    const listed = await lathe('mcp', 'list');
    expect(listed.stdout).toMatch(
      /^notes +off .*\n  servers\/notes\/mcp.json asks for \S+fixtures \(read\)/,
    );
    const on = await lathe('mcp', 'on', 'notes', '--grant', '--json');
    expect([on.code, JSON.parse(on.stdout).server]).toMatchObject([
      ...[0, { settings: { enabled: true, way: { grants: { folders: [{ path: fixtures }] } } } }],
    ]);
    const call = ['run', 'mcp:notes', '--tool', 'echo', '--args', '{"text":"by hand"}', '--json'];
    const ran = await lathe(...call, '--dangerously-approve');
    expect(JSON.parse(ran.stdout).llmContent).toBe('by hand');
    put('notes', described([main, 'other']));
    expect((await lathe('mcp', 'list')).stdout).toContain('mcp.json has changed and asks for');
    put('notes', described());
    expect((await lathe('mcp', 'off', 'notes')).stdout).toBe('Turned off notes\n');
    put('broken', '{');
    const told = await lathe('mcp', 'list');
    expect(told.stderr).toMatch(
      /^lathe: servers\/broken\/mcp.json does not define a server: It is not valid JSON/,
    );
    // A command that only lists forgets what is gone, too.
    rmSync(at('servers'), { recursive: true });
    await lathe('mcp', 'list');
    expect(readFileSync(at('.lathe/mcp-servers.json'), 'utf8')).toBe('[]');
  });

  test('S26 lathe mcp export makes a folder without a secret, and takes the place of nothing', async () => {
    const header = 'Authorization=Bearer CLUB_TOKEN';
    await lathe('mcp', 'add', 'club', '--url', 'http://127.0.0.1:9/mcp', '--header', header);
    const away = at('away/club');
    const copied = await lathe('mcp', 'export', 'club', away);
    expect(copied).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Wrote .*stays here: its sign-in/s),
    });
    expect(JSON.parse(readFileSync(join(away, 'mcp.json'), 'utf8'))).toEqual({
      mcpServers: {
        club: {
          ...{ type: 'http', url: 'http://127.0.0.1:9/mcp' },
          headers: { Authorization: 'Bearer ${CLUB_TOKEN}' },
        },
      },
    });
    expect((await lathe('mcp', 'export', 'club', away)).code).toBe(2);
    expect((await lathe('mcp', 'export', 'club')).code).toBe(0);
    expect(readFileSync(at('servers/club/mcp.json'), 'utf8')).not.toContain('hush');
    const servers = JSON.parse((await lathe('mcp', 'list', '--json')).stdout).servers;
    expect(servers).toMatchObject([{ settings: { enabled: true }, folder: { isChanged: false } }]);
    cpSync(away, at('servers/theirs'), { recursive: true });
    const { stdout } = await lathe('mcp', 'list', '--json');
    expect(JSON.parse(stdout).servers[1]).toMatchObject({ name: 'theirs', state: { is: 'off' } });
    expect((await lathe('mcp', 'remove', 'club')).code).toBe(0);
    expect(existsSync(at('servers/club'))).toBe(false);
  });
});
