import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tool } from '../../../../shared/registry/tool.ts';
import type { ToolResult } from '../../../../shared/tool/run/result.ts';
import { openGround, type Ground } from '../fixtures/open-ground.ts';
import { skill } from './skill.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
  ground.put(`${ground.workspace}/skills/pdf/SKILL.md`, '# Do it\n');
});
afterAll(() => ground.close());

const pdf = { name: 'pdf', description: 'Reads PDF files' };
const plain = { name: 'plain', description: '' };
const made = (...known: (typeof pdf)[]): Tool => skill(known)(async () => ground.place);

describe('Skill', () => {
  test('A3.4: lists the existing skills', () => {
    const { description, ...tool } = made(pdf, plain);
    expect(description).toEqual({
      short: 'Loads a skill: instructions for one kind of task',
      long: 'Load a skill before you start a task of its kind. Available:\n- pdf: Reads PDF files\n- plain',
      examples: [{ description: 'Load pdf', params: { skill: 'pdf' } }],
    });
    expect(tool).toMatchObject({ name: 'Skill', kind: 'readonly', tags: ['skill', 'read'] });
    expect(tool.extractSignatureContent?.({ skill: 'pdf' })).toBe('pdf');
    const { skill: one } = tool.getFunctionDeclaration().parameters.properties;
    expect(one).toMatchObject({ enum: ['pdf', 'plain'] });
  });

  test('A3.4: without skills it says so, and there is no empty enum', () => {
    const { description, getFunctionDeclaration } = made();
    expect(description).toStrictEqual({
      short: 'Loads a skill: instructions for one kind of task',
      long: 'This workspace has no skills.',
    });
    const text = { type: 'string', minLength: 1, description: 'The name of the skill' };
    expect(getFunctionDeclaration().parameters.properties).toEqual({ skill: text });
  });

  const no = (message: string, llmContent = message): ToolResult => ({
    ...{ success: false, llmContent, displayContent: '❌ 没有技能“plain”' },
    error: { type: 'execution_error', message },
    metadata: { reasons: [{ code: 'no-skill', values: { name: 'plain' }, message }] },
  });
  const gone = 'There is no skill "plain"';
  test.each<[(typeof pdf)[], string, ToolResult]>([
    [[], 'plain', no(gone)],
    [[pdf, plain], 'plain', no(gone, `${gone}. Available: pdf, plain`)],
  ])('of %j it cannot load %s', async (known, name, result) => {
    expect(await made(...known).execute({ skill: name })).toEqual(result);
  });

  test('reports what it loads, and where its files are', async () => {
    const updates: unknown[] = [];
    const update = (said: unknown) => void updates.push(said);
    const folder = `${ground.workspace}/skills/pdf`;
    expect(await made(pdf).execute({ skill: 'pdf' }, { update })).toEqual({
      success: true,
      llmContent: `Skill "pdf", with files in ${folder}\n\n# Do it`,
      displayContent: '✅ 已加载技能: pdf',
      metadata: { skill: 'pdf', folder },
    });
    expect(updates).toEqual([{ title: 'Loading skill: pdf', metadata: { name: 'pdf' } }]);
  });
});
