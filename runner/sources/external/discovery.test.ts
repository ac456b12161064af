import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeDisk as disk } from '../../platform/disk/node-disk.ts';
import { checkChosen, loadDiscovered } from './load-discovered.ts';
import { discoverModules, expandPath } from './discover-modules.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-discovery-')));
const home = join(root, 'home');
const cwd = join(root, 'project');
const put = (path: string, text = '') => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeAll(() => {
  put('home/.xcsh/agent/tools/native.ts');
  put('home/.xcsh/agent/tools/notes.md');
  put('home/.xcsh/agent/tools/folder/index.ts');
  put('home/.xcsh/agent/tools/folder/helper.ts');
  put('project/.xcsh/tools/ours.js');
  put('project/.xcsh/tools/ours.tool.json', '{}');
  put('home/.claude/tools/claude.ts');
  put('project/.claude/tools/data.json', '{}');
  put('home/.codex/tools/codex.ts');
  put('home/.codex/tools/codex.py');
  put('home/market/one/tools/market.ts');
  const installed = {
    version: 2,
    plugins: { 'one@market': [{ installPath: join(home, 'market/one') }] },
  };
  put('home/.claude/plugins/installed_plugins.json', JSON.stringify(installed));
  const features = { on: { default: true, tools: ['./on.ts'] }, off: { tools: ['./off.ts'] } };
  const modules = 'home/.xcsh/plugins/node_modules';
  put(
    `${modules}/@team/plugin/package.json`,
    JSON.stringify({ xcsh: { tools: './tools', features } }),
  );
  put(`${modules}/@team/plugin/tools/plugged.ts`);
  put(`${modules}/bare/package.json`, JSON.stringify({ name: 'bare' }));
  put(`${modules}/broken/package.json`, '{');
  put('project/mine/extra.ts');
  symlinkSync(join(root, 'project/mine/extra.ts'), join(root, 'project/link.ts'));
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the search for modules', () => {
  test('A2.18 folders of the known programs, then plugins, then configured paths', async () => {
    const found = await discoverModules({ disk, cwd, home, configured: ['mine'] });
    const places = found.map(({ path, place, level }) => [
      path.slice(root.length + 1).replace('home/.xcsh/plugins/node_modules/', ''),
      place,
      level,
    ]);
    expect(places).toEqual([
      ['home/.xcsh/agent/tools/folder/index.ts', 'native', 'user'],
      ['home/.xcsh/agent/tools/native.ts', 'native', 'user'],
      ['home/.xcsh/agent/tools/notes.md', 'native', 'user'],
      ['project/.xcsh/tools/ours.js', 'native', 'project'],
      ['home/.claude/tools/claude.ts', 'claude', 'user'],
      ['project/.claude/tools/data.json', 'claude', 'project'],
      ['home/.codex/tools/codex.ts', 'codex', 'user'],
      ['home/market/one/tools/market.ts', 'plugin', 'user'],
      ['@team/plugin/tools/plugged.ts', 'plugin', 'user'],
      ['@team/plugin/on.ts', 'plugin', 'user'],
      ['project/mine/extra.ts', 'configured', 'given'],
    ]);
  });

  test('A2.19 one file counts once, by ~, by a link, relative or absolute', async () => {
    const configured = [
      'mine/extra.ts',
      join(cwd, 'mine/extra.ts'),
      './link.ts',
      '../project/mine/../mine/extra.ts',
      '~/.claude/tools/claude.ts',
    ];
    const found = await discoverModules({ disk, cwd, home, configured });
    const paths = found.map(({ path }) => path);
    expect(paths.filter((path) => path.endsWith('extra.ts'))).toHaveLength(1);
    expect(paths.filter((path) => path.endsWith('claude.ts'))).toHaveLength(1);
  });

  test.each([
    ['~', '/h'],
    ['~/a/b', '/h/a/b'],
    ['a.ts', '/w/a.ts'],
    ['./a/../b.ts', '/w/b.ts'],
    ['/x//y/', '/x/y'],
    ['~other/a', '/w/~other/a'],
  ])('A2.22 %s is %s', (written, path) => {
    expect(expandPath(written, { cwd: '/w', home: '/h' })).toBe(path);
  });
});

describe('the outcome of loading them', () => {
  const found = (path: string) => ({ path, place: 'native' as const, level: 'user' as const });
  const load = (path: string) =>
    Promise.resolve(
      path === '/bad.ts'
        ? { tools: [], errors: ['Failed to load tool: boom'] }
        : { tools: ['Read', 'a', path].map((name) => ({ name, description: '' })), errors: [] },
    );

  test('A2.20 A2.23 taken names are refused and listed, a broken module does not affect others', async () => {
    const files = ['/one.ts', '/bad.ts', '/two.ts'].map(found);
    const { tools, errors } = await loadDiscovered(files, ['Read'], load);
    expect(tools.map(({ name }) => name)).toEqual(['a', '/one.ts', '/two.ts']);
    expect(errors.map(({ path, level, error }) => `${path} ${level} ${error}`)).toEqual([
      '/one.ts user Tool name "Read" conflicts with existing tool',
      '/bad.ts user Failed to load tool: boom',
      '/two.ts user Tool name "Read" conflicts with existing tool',
      '/two.ts user Tool name "a" conflicts with existing tool',
    ]);
  });

  test.each(['/a.md', '/a.json'])('A2.21 %s is refused in the format’s own words', async (path) => {
    const { tools, errors } = await loadDiscovered([found(path)], [], load);
    expect(tools).toEqual([]);
    expect(errors[0]?.error).toBe(
      'Declarative tool files (.md, .json) cannot be loaded as executable modules',
    );
  });

  test('A2.26 a custom name among selected built-in tools is reported as such', () => {
    expect(checkChosen(['Read'], ['Read'], ['mine'])).toEqual([]);
    const [custom, unknown] = checkChosen(['mine', 'nope'], ['Read'], ['mine']);
    expect(custom).toContain('"mine" is a custom tool, which is always active');
    expect(unknown).toContain('no built-in tool "nope"');
  });
});
