import { z } from 'zod';
import { builtin, type Builtin } from '../builtin.ts';
import { failedBy } from '../failed.ts';
import { judgement } from '../plan.ts';
import type { Done } from '../plan.ts';
import { readSkill, type SkillSummary } from '../skills/read-skill.ts';

/**
 * The tool that loads skills. Its description lists the skills of the workspace, so Lathe makes the tool
 * again when they change. Source: seed 003, skill.
 */
export function skill(known: readonly SkillSummary[]): Builtin {
  const names = known.map(({ name }) => name);
  const [first, ...others] = names;
  const list = known.map(
    ({ name, description }) => `- ${name}${description && `: ${description}`}`,
  );
  const schema = z.object({
    // An empty enum is not a valid schema.
    skill: (first === undefined ? z.string().min(1) : z.enum([first, ...others])).describe(
      'The name of the skill',
    ),
  });
  return builtin<z.infer<typeof schema>>({
    name: 'Skill',
    displayName: 'Skill',
    kind: 'readonly',
    schema,
    description: {
      short: 'Loads a skill: instructions for one kind of task',
      long:
        list.length === 0
          ? 'This workspace has no skills.'
          : `Load a skill before you start a task of its kind. Available:\n${list.join('\n')}`,
      ...(first === undefined
        ? {}
        : { examples: [{ description: `Load ${first}`, params: { skill: first } }] }),
    },
    category: '技能',
    tags: ['skill', 'read'],
    extractSignatureContent: (params) => schema.parse(params).skill,
    plan: async ({ skill: name }, place) => ({
      kind: 'ready',
      judgement: judgement(`Skill ${name}`, []),
      async perform({ tell }): Promise<Done> {
        tell({ type: 'update', update: { title: `Loading skill: ${name}`, metadata: { name } } });
        const found = await readSkill(place.disk, place.skills, name);
        if (!found.ok) {
          const result = failedBy('execution_error', found.because, '', '❌ ');
          if (names.length > 0) result.llmContent += `. Available: ${names.join(', ')}`;
          return { result };
        }
        return {
          result: {
            success: true,
            llmContent: `Skill "${name}", with files in ${found.folder}\n\n${found.text}`,
            displayContent: `✅ 已加载技能: ${name}`,
            metadata: { skill: name, folder: found.folder },
          },
        };
      },
    }),
  });
}
