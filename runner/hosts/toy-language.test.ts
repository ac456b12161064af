import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readFolder } from '../../shared/formats/read-folder.ts';
import { writers } from '../../shared/formats/writers.ts';
import { addLanguage, languages } from '../../shared/languages/languages.ts';
import { defaultLimits as limits } from '../../shared/registry/authored/authored-tool.ts';
import { invokeAuthored as invoke } from '../../shared/registry/fixtures/invoke-authored.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import type { Arguments } from '../../shared/tool/json.ts';
import { shout } from './fixtures/toy/shout.ts';
import { openHosts } from './open-hosts.ts';

// The one line.
addLanguage(shout);

const workspace = mkdtempSync(join(tmpdir(), 'lathe-toy-'));
const hosts = openHosts(workspace);
afterAll(async () => {
  await Promise.all([...hosts.values()].map((host) => host.close()));
  rmSync(workspace, { recursive: true });
});

const folder = (source: string): Folder => ({
  'definition.json': JSON.stringify({
    id: 'greet',
    description: 'Greets somebody loudly',
    parameters: {
      type: 'object',
      properties: { name: { type: 'string', description: 'Whom' } },
      required: ['name'],
    },
  }),
  'execution.shout': source,
  'return.json': '{"truncate": 1000}',
});
const read = (source: string) => readFolder('greet', folder(source));

async function call(source: string, args: Arguments) {
  const [tool] = read(source).toolset.tools;
  if (!tool) throw new Error('The folder has no tool');
  const asked = { runId: 'x', tool, folderName: 'greet', arguments: args };
  const ask = async () => ({ answer: 'deny' as const });
  const parts = { languages, hosts, ask, limits };
  return invoke(asked, parts, () => undefined, new AbortController().signal);
}

test.each([
  ['a value', { name: 'ada' }, 'HELLO ADA!\n'],
  ['what a shell would run', { name: '$(id) `id`; "x" $name' }, 'HELLO $(ID) `ID`; "X" $NAME!\n'],
])('it runs, and %s is data', async (_, args, text) => {
  const { result, ending } = await call('hello $name!\n', args);
  expect(result).toMatchObject({ success: true, llmContent: text });
  expect(ending.layers).toEqual(await hosts.get('shout')?.layers());
});

test('its arguments are checked like those of every language', async () => {
  expect((await call('hello $name!\n', {})).result).toMatchObject({ success: false });
});

test('its folder lints it', () => {
  expect(read('hello\n').problems).toMatchObject([{ code: 'shout-quiet' }]);
  expect(read('hello!\n').problems).toEqual([]);
});

test('it is among the languages for authors', () => {
  const labels = [...languages.values()].map(({ label }) => label);
  expect(labels).toContain('Shout');
  expect(() => addLanguage({ ...shout, id: 'other' })).toThrow('the language "shout"');
});

test('it is written as a folder, and exported to another program', () => {
  const { toolset } = read('hello $name!\n');
  const plain = writers.get('three-layer')?.write(toolset);
  expect(plain?.files).toMatchObject({ 'execution.shout': 'hello $name!\n' });
  expect(plain?.losses).toEqual([]);
  const server = writers.get('mcp-server')?.write(toolset);
  expect(server?.files).toMatchObject({ 'tools/greet/execution.shout': 'hello $name!\n' });
  expect(server?.losses.map(({ code }) => code)).toEqual(['format-no-sandbox']);
});
