import { rmSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGround, type Ground } from './fixtures/open-ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

describe('built-in tools', () => {
  test('A4.44: six of them in their order, and one for skills; all in the one registry', async () => {
    const { registry } = ground;
    await ground.builtins.fresh();
    const named = (found: readonly { tool: { name: string } }[]) =>
      found.map((one) => one.tool.name);
    const names = ['Read', 'Edit', 'Write', 'Glob', 'Grep', 'Bash', 'Skill'];
    expect(named(registry.getAll())).toEqual(names);
    expect(named(registry.offered('plan'))).toEqual(['Read', 'Glob', 'Grep', 'Skill']);
    expect(registry.find({ q: 'ripgrep' })).toEqual([]);
    expect(named(registry.find({ q: 'shell' }))).toEqual(['Bash']);
  });

  test('outside the pipeline only calls that need no approval run', async () => {
    const write = await ground.tool('Write');
    const refused = await write?.execute({ file_path: 'a.txt', contents: 'x' });
    expect(refused?.error?.type).toBe('permission_error');
    ground.put('a.txt', 'x');
    const read = await (await ground.tool('Read'))?.execute({ file_path: 'a.txt' });
    expect(read?.llmContent).toBe('     1|x');
  });

  test.each([
    ['Read', 'readonly', '文件操作', ['file', 'read', 'io']],
    ['Edit', 'write', '文件操作', ['file', 'io', 'write', 'edit']],
    ['Write', 'write', '文件操作', ['file', 'io', 'write']],
    ['Glob', 'readonly', '搜索', ['search', 'file', 'glob']],
    ['Grep', 'readonly', '搜索', ['search', 'grep', 'regex']],
    ['Bash', 'execute', 'Shell', ['shell', 'bash', 'command', 'execute']],
  ])('A3.12, A4.1, A4.43: %s is %s, in %s', async (name, kind, category, tags) => {
    expect(await ground.tool(name)).toMatchObject({
      kind,
      category,
      tags,
      version: '1.0.0',
    });
  });

  test('A4.2: each has a short and a long part, and examples that fit its schema', async () => {
    await ground.builtins.fresh();
    for (const { tool } of ground.registry.getAll()) {
      expect(tool.description.long, tool.name).toBeTruthy();
      const { parameters, description } = tool.getFunctionDeclaration();
      for (const { params } of tool.description.examples ?? []) {
        const planned = await tool.plan?.(params, { signal: new AbortController().signal });
        const wrong = planned?.kind === 'ended' ? planned.result.error?.type : undefined;
        expect(wrong, `${tool.name} ${JSON.stringify(params)}`).not.toBe('validation_error');
        const known = Object.keys(parameters.properties);
        expect(known).toEqual(expect.arrayContaining(Object.keys(params)));
      }
      expect(description.startsWith(`${tool.description.short}\n${tool.description.long}`)).toBe(
        true,
      );
    }
  });
});

describe('Skill', () => {
  test('A3.4: without skills there is no empty enum', async () => {
    const tool = await ground.tool('Skill');
    expect(tool?.getFunctionDeclaration().parameters.properties.skill).not.toHaveProperty('enum');
    expect(tool?.description.long).toMatch(/no skill/);
    const { result } = await ground.call('Skill', { skill: 'absent' });
    expect(result.error?.message).toBe('There is no skill "absent"');
  });

  test('a skill is listed as it is now, and not once it is deleted', async () => {
    const skills = `${ground.workspace}/skills`;
    const told = async () => (await ground.tool('Skill'))?.description.long;
    ground.put(`${skills}/kept/SKILL.md`, '---\ndescription: First\n---\n');
    ground.put(`${skills}/gone/SKILL.md`, '---\ndescription: Other\n---\n');
    expect(await told()).toContain('- gone: Other\n- kept: First');
    ground.put(`${skills}/kept/SKILL.md`, '---\ndescription: Second time\n---\n');
    expect(await told()).toContain('- kept: Second time');
    rmSync(`${skills}/gone`, { recursive: true });
    expect(await told()).not.toContain('gone');
    rmSync(skills, { recursive: true });
    expect(await told()).toMatch(/no skill/);
  });

  test('A3.3: its description follows the folder of skills', async () => {
    const skills = `${ground.workspace}/skills`;
    ground.put(
      `${skills}/pdf/SKILL.md`,
      '---\nname: pdf\ndescription: "Reads PDF files"\n---\n\n# Do it\n',
    );
    ground.put(`${skills}/plain/SKILL.md`, 'Just do it');
    ground.put(`${skills}/empty/notes.md`, '');
    ground.put(`${ground.root}/elsewhere/SKILL.md`, 'the secret');
    symlinkSync(`${ground.root}/elsewhere`, `${skills}/linked`);
    const tool = await ground.tool('Skill');
    expect(tool?.getFunctionDeclaration().parameters.properties.skill).toMatchObject({
      enum: ['pdf', 'plain'],
    });
    expect(tool?.description.long).toContain('- pdf: Reads PDF files\n- plain');
    expect(await ground.tool('Skill')).toBe(tool);

    const { result } = await ground.call('Skill', { skill: 'pdf' });
    expect(result).toMatchObject({ success: true, displayContent: '✅ 已加载技能: pdf' });
    expect(result.llmContent).toBe(`Skill "pdf", with files in ${skills}/pdf\n\n# Do it`);
    for (const skill of ['linked', '../files', 'empty', '']) {
      const wrong = await ground.call('Skill', { skill });
      expect(wrong.result.error?.type, skill).toBe('validation_error');
    }
  });
});
