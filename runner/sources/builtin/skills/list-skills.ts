import type { Disk } from '../../../platform/disk.ts';
import { readSkill, type SkillSummary } from './read-skill.ts';

/** The skills of a workspace, by name. A folder without a SKILL.md is none. */
export async function listSkills(disk: Disk, skills: string): Promise<SkillSummary[]> {
  const found: SkillSummary[] = [];
  for (const { name, kind } of (await disk.list(skills)) ?? []) {
    if (kind !== 'folder') continue;
    const skill = await readSkill(disk, skills, name);
    if (skill.ok) found.push({ name, description: skill.description });
  }
  return found;
}
