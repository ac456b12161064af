import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ExternalModule } from '../../../shared/protocol/modules/external-modules.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import type { As } from '../fixtures/start-runner.ts';

const tool = (name: string, body = `return 'said ' + params.what`) => `export default (pi) => ({
  name: '${name}', label: 'Tool', description: 'Says something',
  parameters: pi.typebox.Type.Object({ what: pi.typebox.Type.String() }),
  async execute(toolCallId, params) {
    const said = async () => { ${body} };
    return { content: [{ type: 'text', text: String(await said()) }] };
  } });`;

onBothEngines('External modules', (runner) => {
  let root: string;
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const settings = async (modules: object): Promise<Response> => {
    const { defaults, revision } = await (
      await runner().fetch('/api/settings', { as: 'page' })
    ).json();
    const body = {
      settings: { ...defaults, modules: { ...defaults.modules, ...modules } },
      revision,
    };
    return runner().fetch('/api/settings', { as: 'page', method: 'PUT', body });
  };
  const found = async (): Promise<ExternalModule[]> => {
    for (;;) {
      const answer = await runner().fetch('/api/external-modules');
      const { modules } = await answer.json();
      if (!modules.some(({ loading }: ExternalModule) => loading)) return modules;
    }
  };
  const short = (path: string) => relative(root, path);
  const listed = async () => {
    const { tools } = await (await runner().fetch('/api/tools')).json();
    return tools.filter((one: { external?: object }) => one.external);
  };
  const run = async (toolId: string, args: object, more: object = {}, as: As = 'admin') =>
    (await runner().run({ toolId, arguments: args, ...more }, as)).at(-1)?.data;

  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-external-')));
    put(
      'one/say.ts',
      `import { word } from './lib/word.ts';\n${tool('say', 'return word + params.what')}`,
    );
    put('one/lib/word.ts', `export const word = 'said ';`);
    put('one/say.samples.json', JSON.stringify([{ name: 'hi', arguments: { what: 'hi' } }]));
    put(
      'one/folder/index.ts',
      tool(
        'in_folder',
        `return (await import('./data.json', { with: { type: 'json' } })).default.n`,
      ),
    );
    put('one/folder/data.json', '{"n": 5}');
    put('one/folder/node_modules/big/index.ts', 'throw 1');
    put('one/broken.ts', `\nthrow new Error('bad day');`);
    put('one/notes.md', '# Notes');
    put('one/facts.json', '{}');
    put('one/script.py', 'def f(): pass');
    put('one/typo.ts', 'export default (pi) => ({');
    put('two/same.ts', tool('say'));
    put('two/calc.ts', tool('Read'));
    symlinkSync(join(root, 'one/say.ts'), join(root, 'two/link.ts'));
  });
  afterAll(() => rmSync(root, { recursive: true }));
  beforeEach(async () => void (await settings({})));

  test('nothing is looked for until somebody says where, and what they say is checked', async () => {
    expect(await found()).toEqual([]);
    const { defaults } = await (await runner().fetch('/api/settings', { as: 'page' })).json();
    expect(defaults.modules).toEqual({ otherPrograms: false, paths: [] });
    for (const wrong of [{ paths: [''] }, { paths: ['a\nb'] }, { otherPrograms: 'yes' }]) {
      const answer = await settings(wrong);
      expect(answer.status).toBe(400);
      expect((await answer.json()).error.path).toMatch(/^settings\.modules/);
    }
  });

  test('A2.19 A2.20 A2.21 A2.22 A2.23 each file is listed with its place and why it gives no tool', async () => {
    const home = `~/${relative(homedir(), join(root, 'two'))}`;
    const here = relative(runner().workspace, join(root, 'one'));
    expect((await settings({ paths: [here, home, 'nowhere'] })).status).toBe(200);
    const modules = await found();
    expect(
      modules.map(({ path, tools, problems }) => [
        ...[short(path), tools, problems.map(({ message }) => message)],
      ]),
    ).toEqual([
      ['one/broken.ts', [], ['Failed to load tool: bad day']],
      ['one/facts.json', [], [expect.stringContaining('Declarative tool files (.md, .json)')]],
      ['one/folder/index.ts', ['in_folder'], []],
      [
        'one/notes.md',
        [],
        ['Declarative tool files (.md, .json) cannot be loaded as executable modules'],
      ],
      ['one/say.ts', ['say'], []],
      ['one/script.py', [], [expect.stringContaining('not a TypeScript module')]],
      ['one/typo.ts', [], [expect.stringMatching(/Expected|Unexpected/)]],
      ['two/calc.ts', [], ['Tool name "Read" conflicts with existing tool']],
      ['two/same.ts', [], ['Tool name "say" conflicts with existing tool']],
      [
        short(join(realpathSync(runner().workspace), 'nowhere')),
        [],
        [expect.stringContaining('There is no file or folder')],
      ],
    ]);
    expect(modules.every(({ place, level }) => place === 'configured' && level === 'given')).toBe(
      true,
    );
    const names = (await listed()).map(({ id }: { id: string }) => id.replace(/~.*/, ''));
    expect(names).toEqual(
      ['broken.ts', 'folder', 'say.ts', 'typo.ts', 'calc.ts', 'same.ts'].map(
        (one) => `found:${one}`,
      ),
    );
    const { conflicts } = await (await runner().fetch('/api/conflicts')).json();
    expect(
      conflicts.map(
        ({
          name,
          kept,
          refused,
        }: {
          name: string;
          kept: { source: string };
          refused: { source: string }[];
        }) => [name, kept.source, refused[0]?.source],
      ),
    ).toEqual(
      expect.arrayContaining([
        ['say', 'external', 'external'],
        ['Read', 'builtin', 'external'],
      ]),
    );
  });

  test('A2.18 A2.24 what is found is offered and run like any other tool, and cannot be saved', async () => {
    const { workspace } = runner();
    mkdirSync(join(workspace, '.xcsh/tools'), { recursive: true });
    writeFileSync(join(workspace, '.xcsh/tools/of_project.ts'), tool('of_project'));
    mkdirSync(join(workspace, 'files/.xcsh/tools'), { recursive: true });
    writeFileSync(join(workspace, 'files/.xcsh/tools/planted.ts'), tool('planted'));
    await settings({ otherPrograms: true, paths: [join(root, 'one/say.ts')] });
    const modules = await found();
    const own = modules.find(({ tools }) => tools.includes('of_project'));
    expect(own).toMatchObject({ place: 'native', level: 'project' });
    expect(modules.some(({ tools }) => tools.includes('planted'))).toBe(false);
    const id = modules.find(({ tools }) => tools.includes('say'))?.id ?? '';

    const [summary] = (await listed()).filter((one: { id: string }) => one.id === id);
    expect(summary).toMatchObject({
      ...{ format: 'custom-tool', language: 'typescript', enabled: true },
      external: { path: join(root, 'one/say.ts'), place: 'configured', level: 'given' },
    });
    const { declarations } = await (await runner().fetch('/api/declarations')).json();
    expect(declarations.map((one: { function: { name: string } }) => one.function.name)).toEqual(
      expect.arrayContaining(['say', 'of_project']),
    );
    const ran = await run(id, { what: 'hi' });
    expect(ran.result.llmContent).toBe('said hi');
    expect(ran.ending.layers).toEqual(['deno', 'bubblewrap']);
    expect((await run(id, {})).result.error.type).toBe('validation_error');

    const path = `/api/tools/${encodeURIComponent(id)}`;
    const read = await (await runner().fetch(path)).json();
    expect(Object.keys(read.files)).toEqual(
      expect.arrayContaining(['say.ts', 'lib/word.ts', 'say.samples.json']),
    );
    const files = { 'say.ts': tool('say', `return 'edited'`) };
    const saved = await runner().fetch(path, {
      method: 'PUT',
      body: { files },
      headers: { 'If-Match': '*' },
    });
    expect(saved.ok).toBe(false);
    // What a page sends along counts for nothing: the file is the truth.
    expect((await run(id, { what: 'ho' }, { folder: files }, 'page')).result.llmContent).toBe(
      'said ho',
    );
    expect((await runner().fetch(`${path}/session`)).status).toBe(200);
    const rights = await runner().fetch(`${path}/rights`, { as: 'page' });
    expect(await rights.json()).toMatchObject({ outdated: false });
    expect((await runner().fetch(path, { as: 'user' })).status).toBe(404);

    await runner().fetch(`${path}/enabled`, {
      as: 'page',
      method: 'PUT',
      body: { enabled: false },
    });
    expect(
      (
        await runner().fetch('/api/runs', {
          method: 'POST',
          body: { toolId: id, arguments: { what: 'x' } },
        })
      ).status,
    ).toBe(403);
    await runner().fetch(`${path}/enabled`, { as: 'page', method: 'PUT', body: { enabled: true } });
  });

  test('one that needs a right to load has its tools once that is granted', async () => {
    put('four/keyed.ts', `const key = process.env.PATH;\n${tool('keyed', 'return typeof key')}`);
    await settings({ paths: [join(root, 'four')] });
    const [{ id, tools } = { id: '', tools: [''] }] = await found();
    expect(tools).toEqual([]);
    const body = { read: [], write: [], env: ['PATH'], net: [] };
    const path = `/api/tools/${encodeURIComponent(id)}/rights`;
    expect((await runner().fetch(path, { as: 'page', method: 'PUT', body })).status).toBe(200);
    expect((await found())[0]?.tools).toEqual(['keyed']);
    expect((await run(id, { what: '' })).result.llmContent).toBe('string');
  });

  test('a file that changes, goes or comes is what it is when it is called', async () => {
    put('three/now.ts', tool('now', `return 'first'`));
    await settings({ paths: [join(root, 'three')] });
    const [{ id } = { id: '' }] = await found();
    const text = async () => (await run(id, { what: '' })).result.llmContent;
    const pause = () => new Promise((settle) => setTimeout(settle, 1100));
    expect(await text()).toBe('first');
    put('three/now.ts', tool('now', `return 'second'`));
    await pause();
    expect(await text()).toBe('second');
    unlinkSync(join(root, 'three/now.ts'));
    await pause();
    const gone = await runner().fetch('/api/runs', {
      method: 'POST',
      body: { toolId: id, arguments: {} },
    });
    expect(gone.status).toBe(404);
    await settings({});
    expect(await found()).toEqual([]);
    expect(await listed()).toEqual([]);
  });
});
