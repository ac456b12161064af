import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ToolSettings } from '../../shared/protocol/settings.ts';
import { everyTool, layOutEveryTool, type OneTool } from '../server/fixtures/every-tool.ts';
import { shellFolder } from '../server/fixtures/shell-folder.ts';
import { engines, startLathe } from './fixtures/start-lathe.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-cli-tools-')));
const workspace = join(root, 'workspace');
const elsewhere = join(root, 'elsewhere');
const write = (id: string, files: Record<string, string>) => {
  mkdirSync(join(workspace, 'tools', id), { recursive: true });
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(workspace, 'tools', id, name), text);
};
const set = (change: object) => {
  const modules = { otherPrograms: false, paths: [elsewhere] };
  const { session: _, ...settings } = ToolSettings.parse({ modules, ...change });
  mkdirSync(join(workspace, '.lathe'), { recursive: true });
  const kept = JSON.stringify({ settings, disabled: [] });
  writeFileSync(join(workspace, '.lathe/settings.json'), kept);
};

beforeAll(() => {
  mkdirSync(elsewhere, { recursive: true });
  layOutEveryTool(workspace, elsewhere);
  mkdirSync(join(workspace, 'files/sub'));
  writeFileSync(join(workspace, 'files/sub/here.txt'), 'here\n');
  write('where', shellFolder('pwd; echo "$LATHE_SESSION_ID"', { id: 'where' }));
  set({});
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

// The first use on a machine makes the interpreter's image.
describe.each(engines)('the registry with the command on $engine', { timeout: 180_000 }, (one) => {
  const json = async (...args: string[]) => {
    const env = { LATHE_WORKSPACE: workspace };
    const ran = await startLathe(one.command, [...args, '--json'], '', undefined, env);
    return { code: ran.code, answer: JSON.parse(ran.stdout), stderr: ran.stderr };
  };
  const names = async (...more: string[]): Promise<string[]> =>
    (await json('tools', '--workspace', workspace, ...more)).answer.tools.map(
      ({ name }: { name: string }) => name,
    );
  const all = everyTool.map(({ name }) => name);
  const placeOf = ({ unit, source, name }: OneTool): string[] => {
    if (source === 'builtin') return ['--builtin', name];
    const path =
      source === 'external' ? join(elsewhere, `${name}.ts`) : join(workspace, 'tools', unit);
    return [path, '--tool', name];
  };

  test('A3.9 A4.40 A4.43 a tool of every origin is listed with what it says of itself', async () => {
    const { answer, code } = await json('tools', '--workspace', workspace);
    expect(code).toBe(0);
    for (const { name, displayName = name, category, source, readOnly, tag } of everyTool) {
      const tool = answer.tools.find((each: { name: string }) => each.name === name);
      expect(tool).toMatchObject({ displayName, category, source, enabled: true });
      expect(tool.kind === 'readonly').toBe(readOnly);
      if (tag) expect(tool.tags).toContain(tag);
    }
    expect(answer.conflicts).toEqual([]);
  });

  test('A4.41 A4.42 A4.43 lists are searched, filed and cut to what plan mode shows', async () => {
    expect(await names('--q', 'VOICE created')).toEqual(['created_say']);
    expect(await names('--tag', 'alpha')).toEqual(['created_say', 'layered_say']);
    expect(await names('--category', 'letters')).toEqual(['created_say', 'layered_say']);
    expect(await names('--source', 'external')).toEqual(['external_say']);
    const planned = await names('--mode', 'plan');
    const readOnly = everyTool.filter((tool) => tool.readOnly).map(({ name }) => name);
    expect(planned.filter((name) => all.includes(name)).sort()).toEqual(readOnly.sort());
    const other = await json('tools', '--workspace', workspace, '--mode', 'other');
    expect(other.code).toBe(1);
    const path = join(workspace, 'tools/created');
    const layered = join(workspace, 'tools/layered');
    const given = ['declarations', path, layered, '--provider', 'anthropic'];
    const declared = async (...more: string[]) =>
      (await json(...given, ...more)).answer.declarations.map(({ name }: { name: string }) => name);
    expect(await declared()).toEqual(['created_say', 'layered_say']);
    expect(await declared('--mode', 'plan')).toEqual(['created_say']);
  });

  test.each(everyTool)(
    'A4.41 A4.47 $name runs, is refused by a policy, and in plan mode',
    async (tool) => {
      const call = [...placeOf(tool), '--args', JSON.stringify(tool.arguments)];
      const ran = await json('run', ...call, '--dangerously-approve');
      expect(ran.answer).toMatchObject({ success: true, llmContent: tool.says });
      const planned = await json('run', ...call, '--dangerously-approve', '--mode', 'plan');
      expect([planned.code, planned.answer.success]).toEqual(
        tool.readOnly ? [0, true] : [4, false],
      );
      if (tool.source === 'external') return;
      set({ tools: { [tool.name]: { policies: { execution: 'ask-always' } } } });
      const denied = await json('run', ...call);
      set({});
      expect([denied.code, denied.answer.error.type]).toEqual([4, 'permission_error']);
    },
  );

  test('A4.37 a double name is told of, and the built-in tool keeps it', async () => {
    write('another', shellFolder('echo', { id: 'Read' }));
    const { answer, stderr } = await json('tools', '--workspace', workspace);
    rmSync(join(workspace, 'tools/another'), { recursive: true });
    expect(answer.conflicts).toMatchObject([
      { name: 'Read', message: "工具 'Read' 已注册", kept: { id: 'builtin:Read' } },
    ]);
    expect(stderr).toContain('lathe: "Read" is hidden: another tool has the same name\n');
    set({ tools: { layered_say: { enabled: false } } });
    const off = await json('tools', '--workspace', workspace, '--q', 'layered_say');
    set({});
    expect(off.answer.tools).toMatchObject([{ name: 'layered_say', enabled: false }]);
  });

  test('A3.15 directory and session reach a built-in tool and a script', async () => {
    const cwd = join(workspace, 'files/sub');
    const read = ['run', '--builtin', 'Read', '--args', '{"file_path": "here.txt"}'];
    expect((await json(...read, '--cwd', cwd)).answer.llmContent).toBe('     1|here');
    expect((await json(...read)).answer.success).toBe(false);
    const where = ['run', join(workspace, 'tools/where'), '--dangerously-approve'];
    const said = ['--context', '{"sessionId": "s-1"}'];
    const ran = await json(...where, '--cwd', cwd, ...said);
    expect(ran.answer.ending.stdout).toBe(`${cwd}\ns-1\n`);
    const outside = await json(...where, '--cwd', elsewhere);
    expect(outside.code).toBe(4);
    expect(outside.answer.error.message).toContain('is outside the workspace');
    const wrong = await json(...read, '--context', '{"turnIndex": -1}');
    expect([wrong.code, wrong.answer.error.code]).toEqual([2, 'bad-arguments']);
  });

  const builtin = (name: string, args: object, ...flags: string[]) =>
    json('run', '--builtin', name, '--args', JSON.stringify(args), ...flags);

  test('A3.12 built-in tools are called by name, and a name that is none says which there are', async () => {
    const { code, answer } = await builtin('Read', { file_path: 'every.txt' });
    expect([code, answer.llmContent]).toEqual([0, '     1|every']);
    const none = await builtin('Nope', {});
    expect(none.code).toBe(1);
    expect(none.answer.error.message).toContain('Read, Edit, Write, Glob, Grep, Bash, Skill');
  });

  test('A3.33 with nobody to ask, what has to be asked for is denied', async () => {
    const file = join(workspace, 'files/w.txt');
    rmSync(file, { force: true });
    const args = { file_path: 'w.txt', contents: '' };
    expect((await builtin('Write', args)).code).toBe(4);
    expect(existsSync(file)).toBe(false);
    expect((await builtin('Write', args, '--dangerously-approve')).code).toBe(0);
    expect(existsSync(file)).toBe(true);
  });

  test('A3.23 what is forbidden stays so', async () => {
    const { code } = await builtin('Bash', { command: 'sudo ls' }, '--dangerously-approve');
    expect(code).toBe(4);
  });
});
