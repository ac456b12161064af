import { symlinkSync, utimesSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Arguments } from '../../../../shared/tool/json.ts';
import { openGround, yes, type Ground } from '../fixtures/open-ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
  const files: [string, string, number][] = [
    ['src/a.ts', 'import x\nconst foo = 1;\n', 30],
    ['src/deep/b.ts', 'foo foo\nbar\n', 50],
    ['c.ts', 'none', 10],
    ['src/test/d.test.ts', 'foo', 40],
    ['src/e.py', 'foo', 20],
    ['node_modules/m/f.ts', 'foo', 60],
    ['src/node_modules/m/g.ts', 'foo', 60],
    ['.git/h.ts', 'foo', 60],
    ['.github/i.yml', 'foo', 5],
    ['.env', 'SECRET', 4],
    ['src/.hidden.py', 'SECRET', 3],
    ['-dash.ts', 'zig', 6],
    ['v1./k.q', '', 8],
    ['tie-b.q', '', 9],
    ['tie-c.q', '', 9],
    ['tie-a.q', '', 9],
    ['two words/$x "y".ts', 'zag', 7],
  ];
  for (const [path, content, seconds] of files) {
    utimesSync(ground.put(path, content), 1_000_000 + seconds, 1_000_000 + seconds);
  }
  symlinkSync(ground.root, `${ground.files}/up`);
});
afterAll(() => ground.close());

describe('Glob', () => {
  test.each<[string, string[]]>([
    [
      '**/*.ts',
      [
        'src/deep/b.ts',
        'src/test/d.test.ts',
        'src/a.ts',
        'c.ts',
        'two words/$x "y".ts',
        '-dash.ts',
      ],
    ],
    ['*.py', ['src/e.py']],
    ['src/*.ts', ['src/a.ts']],
    ['./src/*.ts', ['src/a.ts']],
    ['././src/*.ts', ['src/a.ts']],
    ['v1./*.q', ['v1./k.q']],
    ['tie*.q', ['tie-a.q', 'tie-b.q', 'tie-c.q']],
    ['test/*.ts', ['src/test/d.test.ts']],
    ['*.{py,yml}', ['src/e.py']],
    ['.github/*', ['.github/i.yml']],
    ['.env*', ['.env']],
    ['{.env,x}', ['.env']],
    ['**/.hidden.py', ['src/.hidden.py']],
    ['[ab].ts', ['src/deep/b.ts', 'src/a.ts']],
    ['src', []],
    ['!*.ts', []],
    ['; touch /tmp/x #', []],
  ])('A4.25, A4.26: %s, newest first', async (pattern, paths) => {
    const { result } = await ground.call('Glob', { pattern });
    expect(result.success).toBe(true);
    const found =
      paths.length === 0 ? `No files found matching pattern: ${pattern}` : paths.join('\n');
    expect(result.llmContent).toBe(found);
    expect(result.metadata?.count).toBe(paths.length);
  });

  test('A4.25: no match is a success that says so', async () => {
    const { result } = await ground.call('Glob', { pattern: '*.none' });
    expect(result.displayContent).toBe('⚠️ 未找到匹配 "*.none" 的文件');
    expect(result.metadata).toEqual({ pattern: '*.none', count: 0 });
  });

  test('A4.25: searches a named folder, also by its absolute path', async () => {
    const { result } = await ground.call('Glob', { pattern: '*.ts', path: 'src' });
    expect(result.llmContent).toBe('deep/b.ts\ntest/d.test.ts\na.ts');
    expect(result.displayContent).toBe('✅ 找到 3 个文件');
    const whole = await ground.call('Glob', { pattern: `${ground.files}/src/*.py` });
    expect(whole.result.llmContent).toBe('src/e.py');
  });

  test.each([
    ['../*.txt', 'leaves the folder'],
    ['/etc/*', 'is not in'],
    ['[', 'error parsing glob'],
    ['a\0b', 'NUL'],
  ])('A4.25: the pattern %j is refused', async (pattern, said) => {
    const { result } = await ground.call('Glob', { pattern }, { answer: yes });
    expect(result.error?.type).toBe('validation_error');
    expect(result.llmContent).toContain(said);
  });

  test.each([
    ['Glob', 'nowhere', 'There is no folder'],
    ['Glob', 'c.ts', 'is a file, not a folder'],
    ['Grep', 'nowhere', 'There is no folder'],
    ['Grep', 'nowhere.ts', 'There is no folder'],
  ])('A4.25, A4.27: %s in %s is not an empty answer', async (name, path, said) => {
    const { result } = await ground.call(name, { pattern: 'x', path });
    expect(result.error?.type).toBe('validation_error');
    expect(result.llmContent).toContain(said);
  });

  test.each(['Glob', 'Grep'])('%s never looks into records of Lathe', async (name) => {
    const path = `${ground.workspace}/.lathe`;
    const { result, ending } = await ground.call(name, { pattern: 'x', path }, { answer: yes });
    expect([ending.kind, result.error?.type]).toEqual(['denied', 'permission_error']);
  });

  test('A3.13: more than a thousand are shortened, with a note', async () => {
    for (let at = 0; at < 1010; at += 1) ground.put(`lots/${at}.md`, '');
    const { result } = await ground.call('Glob', { pattern: '*.md' });
    expect(result.metadata).toMatchObject({ count: 1000, truncated: true, total: 1010 });
    expect(result.llmContent).toMatch(/\[cut: 10 more files/);
  });

  test('A3.13: a thousand are shown completely', async () => {
    for (let at = 0; at < 1000; at += 1) ground.put(`exact/${at}.md`, '');
    const { result } = await ground.call('Glob', { pattern: '*.md', path: 'exact' });
    expect(result.metadata).toEqual({ pattern: '*.md', count: 1000, cwd: `${ground.files}/exact` });
  });

  test('A3.33: a folder outside needs approval', async () => {
    ground.questions.length = 0;
    const { ending } = await ground.call('Glob', { pattern: '*.txt', path: ground.root });
    expect(ending.kind).toBe('denied');
    expect(ground.questions[0]?.text).toBe(`Glob *.txt in ${ground.root}`);
  });

  test('A3.7, A3.13: reports what it searches, then how much it found', async () => {
    ground.events.length = 0;
    await ground.call('Glob', { pattern: '*.py' });
    const said = ground.events.map((event) => ('update' in event ? event.update : event));
    const facts = { pattern: '*.py', searchPath: ground.files };
    expect(said).toEqual([
      { title: 'Searching: *.py', metadata: { ...facts, count: 0 } },
      { title: 'Found 1 files', metadata: { ...facts, count: 1 } },
    ]);
  });
});

describe('Grep', () => {
  test('A4.27: finds lines with their file and number', async () => {
    const { result } = await ground.call('Grep', { pattern: 'foo' });
    expect(result.llmContent.split('\n').sort()).toEqual(
      [
        'src/a.ts:2:const foo = 1;',
        'src/deep/b.ts:1:foo foo',
        'src/e.py:1:foo',
        'src/node_modules/m/g.ts:1:foo',
        'src/test/d.test.ts:1:foo',
        ...['node_modules/m/f.ts:1:foo'],
      ].sort(),
    );
    expect(result.displayContent).toBe('✅ 找到 6 处匹配');
  });

  test('A4.27: include, a folder and a file narrow it', async () => {
    const kind = await ground.call('Grep', { pattern: 'foo', include: '*.py' });
    expect(kind.result.llmContent).toBe('src/e.py:1:foo');
    const folder = await ground.call('Grep', { pattern: 'foo', path: 'src/deep' });
    expect(folder.result.llmContent).toBe('b.ts:1:foo foo');
    const file = await ground.call('Grep', { pattern: '^import', path: 'src/a.ts' });
    expect(file.result.llmContent).toBe('a.ts:1:import x');
  });

  test.each<Arguments>([{ pattern: 'a\0b' }, { pattern: 'a', include: '*\0' }])(
    'A4.27: %j is refused, since no program takes it',
    async (args) => {
      const { result } = await ground.call('Grep', args);
      expect(result.error?.type).toBe('validation_error');
      expect(result.llmContent).toBe('Search failed: A pattern cannot hold a NUL character');
    },
  );

  test.each([
    ['src/a.ts', 'a.ts:1:import x'],
    ['v1.x/y', 'k.md:1:import y'],
  ])('where Lathe may not look itself, %s is recognized by its name', async (path, found) => {
    ground.put('v1.x/y/k.md', 'import y\n');
    const look = () => Promise.reject(new Error('no rights'));
    const place = { ...ground.place, disk: { ...ground.place.disk, look } };
    const { result } = await ground.call('Grep', { pattern: '^import', path }, { place });
    expect(result.llmContent).toBe(found);
  });

  test('A4.28: a long line is shortened', async () => {
    ground.put('long.txt', `verylong${'w'.repeat(3000)}\n`);
    const { result } = await ground.call('Grep', { pattern: 'verylong', path: 'long.txt' });
    expect(result.llmContent).toMatch(/^long\.txt:1:verylongw{1990,2000} \[\.\.\. omitted end/);
  });

  test('A4.27: no match is a success', async () => {
    const { result } = await ground.call('Grep', { pattern: 'nowhere' });
    expect(result).toMatchObject({ success: true, metadata: { pattern: 'nowhere', count: 0 } });
    expect(result.displayContent).toBe('⚠️ 未找到匹配 "nowhere" 的内容');
  });

  test.each(['"; rm -rf ~ #', '$(touch x)', '`id`', "' || true", '--files', '-e', '\\$x', '😀'])(
    'A4.28: the pattern %j reaches no shell and is no option',
    async (pattern) => {
      const name = 'hostile.txt';
      const literal = pattern.replace('\\$', '$');
      ground.put(name, `before\n${literal}\n`);
      const quoted = pattern.replaceAll(/[$()|`.*]/g, '\\$&').replace('\\\\', '\\');
      const { result } = await ground.call('Grep', { pattern: quoted, path: name });
      expect(result.llmContent).toBe(`${name}:2:${literal}`);
    },
  );

  test.each(['(', '[z-a]', 'a{5000}{5000}', '(?P<n', 'a\nb'])(
    'a bad pattern %j says where',
    async (pattern) => {
      const { result } = await ground.call('Grep', { pattern });
      expect(result.error?.type).toBe('validation_error');
      expect(result.llmContent).toMatch(/^Search failed: .*regex/s);
    },
  );

  test('A4.28: a hundred lines of a file, a thousand in all', async () => {
    ground.put('rows/a.log', 'row\n'.repeat(500));
    const one = await ground.call('Grep', { pattern: 'row', path: 'rows' });
    expect(one.result.metadata).toEqual({ pattern: 'row', count: 100 });
    for (let at = 0; at < 12; at += 1) ground.put(`rows/${at}.log`, 'row\n'.repeat(500));
    const all = await ground.call('Grep', { pattern: 'row', path: 'rows' });
    expect(all.result.metadata).toEqual({ pattern: 'row', count: 1000, truncated: true });
  });

  test('A4.27: more than 5 MB of matches are an error', async () => {
    // Long lines are cut at two thousand characters, whose bytes are what counts.
    for (let at = 0; at < 9; at += 1)
      ground.put(`wide/${at}.txt`, `${'😀'.repeat(1900)}\n`.repeat(100));
    const { result } = await ground.call('Grep', { pattern: '.+', path: 'wide' });
    expect(result.error?.type).toBe('execution_error');
    expect(result.llmContent).toBe(
      'Search failed: The matches are more than 5 MB; narrow the pattern',
    );
    const fewer = await ground.call('Grep', { pattern: '.+', path: 'wide', include: '[0-5].txt' });
    expect(fewer.result.metadata).toEqual({ pattern: '.+', count: 600 });
  });

  test('A4.28: a missing ripgrep says what to do', async () => {
    const place = { ...ground.place, programs: { ...ground.place.programs, rg: undefined } };
    const { result } = await ground.call('Grep', { pattern: 'x' }, { place });
    expect(result.error?.message).toMatch(/ripgrep was not found.*npm install/);
  });

  test('A3.33: a folder outside needs approval; links out of the workspace lead nowhere', async () => {
    ground.questions.length = 0;
    const refused = await ground.call('Grep', { pattern: 'secret', path: ground.root });
    expect(refused.result.error?.type).toBe('permission_error');
    expect(ground.questions[0]?.text).toBe(`Grep secret in ${ground.root}`);
    const allowed = await ground.call(
      'Grep',
      { pattern: 'the secret', path: ground.root },
      { answer: yes },
    );
    expect(allowed.result.llmContent).toContain('secret.txt:1:the secret');
    const inside = await ground.call('Grep', { pattern: 'the secret' });
    expect(inside.result.llmContent).toMatch(/^No matches/);
  });

  test('without a sandbox every search needs approval', async () => {
    const programs = { ...ground.place.programs, bwrap: undefined };
    const place = { ...ground.place, programs };
    const asked = await ground.call('Grep', { pattern: 'zig' }, { place });
    expect(asked.ending.kind).toBe('denied');
    const bare = await ground.call('Grep', { pattern: 'zig' }, { place, answer: yes });
    expect(bare.result.llmContent).toBe('-dash.ts:1:zig');
    const listed = await ground.call('Glob', { pattern: '*.py' }, { place, answer: yes });
    expect(listed.result.llmContent).toBe('src/e.py');
  });
});
