import type { TaughtSkills } from '../../../shared/languages/agent/prompts.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { listSkills } from '../../sources/builtin/skills/skill-list.ts';
import { readSkill, type SkillSummary } from '../../sources/builtin/skills/read-skill.ts';

/** The skills of a workspace. */
export interface Skills {
  list(): Promise<SkillSummary[]>;
  /** Returns the text of a skill, or why it is missing. */
  read(name: string): Promise<string>;
}

/** Opens the skills in the folder `skills` of a workspace. */
export const openSkills = (disk: Disk, folder: string): Skills => ({
  list: () => listSkills(disk, folder),
  read: async (name) => {
    const found = await readSkill(disk, folder, name);
    return found.ok ? found.text : `${found.because.message}; go on without it.`;
  },
});

/**
 * Returns the skills of an agent: the texts of those that it names, and the names of the others if it can load
 * them.
 */
export async function skillsFor(
  wanted: readonly string[] | undefined,
  tools: readonly string[],
  skills: Skills,
): Promise<TaughtSkills> {
  const named = wanted ?? [];
  const loaded = await Promise.all(
    named.map(async (name) => ({ name, text: await skills.read(name) })),
  );
  const known = tools.includes('Skill') ? await skills.list() : [];
  return { loaded, known: known.filter(({ name }) => !named.includes(name)) };
}
