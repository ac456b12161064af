import type { Disk } from '../../platform/disk/disk.ts';
import { listSkills } from '../../sources/builtin/skills/skill-list.ts';
import { readSkill } from '../../sources/builtin/skills/read-skill.ts';
import { promptOf, type Prompts } from './sample-prompts.ts';

/** The prompts of a workspace: its skills, and the samples of its tools. */
export const openPrompts = (disk: Disk, skills: string, samples: Prompts): Prompts => ({
  async list() {
    const known = await listSkills(disk, skills);
    const all = await Promise.all(
      known.map(async ({ name, description }) => ({
        ...{ name, description },
        ...(await promptArguments(disk, skills, name)),
      })),
    );
    return [...all, ...(await samples.list())];
  },
  async get(name, given) {
    const skill = await readSkill(disk, skills, name);
    if (!skill.ok) return samples.get(name, given);
    const missing = skill.parameters.find((one) => !Object.hasOwn(given, one));
    if (missing !== undefined) return { missing };
    const text = filled(skill.text, skill.parameters, given);
    return { description: skill.description, ...promptOf(text) };
  },
});

async function promptArguments(disk: Disk, skills: string, name: string) {
  const skill = await readSkill(disk, skills, name);
  if (!skill.ok || skill.parameters.length === 0) return {};
  return { arguments: skill.parameters.map((one) => ({ name: one, required: true })) };
}

/** Replaces `$name` in a skill by the arguments, which are not searched again. */
const filled = (text: string, names: string[], given: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$([A-Za-z_]\w*)/g, (written, name: string) =>
    names.includes(name) ? (given[name] ?? '') : written,
  );
