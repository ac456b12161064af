import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import type { Sample } from '../../../shared/tool/sample.ts';
import type { Disk } from '../../platform/disk.ts';
import { listSkills } from '../../sources/builtin/skills/skill-list.ts';
import { readSkill } from '../../sources/builtin/skills/read-skill.ts';

/** A sample of a tool that is offered. */
export interface OfferedSample {
  unit: string;
  tool: string;
  sample: Sample;
}

/** What the workspace has for a person to begin with: its skills, and the samples of its tools. */
export interface Prompts {
  list(): Promise<Prompt[]>;
  /** Undefined where there is none of that name; a message where an argument is missing. */
  get(
    name: string,
    given: Readonly<Record<string, string>>,
  ): Promise<GetPromptResult | { missing: string } | undefined>;
}

const user = (text: string): GetPromptResult['messages'][number] => ({
  role: 'user',
  content: { type: 'text', text },
});

const sampleName = ({ unit, sample }: OfferedSample): string => `${unit}:${sample.name}`;

export const openPrompts = (
  disk: Disk,
  skills: string,
  samples: () => Promise<readonly OfferedSample[]>,
): Prompts => ({
  async list() {
    const known = await listSkills(disk, skills);
    const all = await Promise.all(
      known.map(async ({ name, description }) => ({
        ...{ name, description },
        ...(await promptArguments(disk, skills, name)),
      })),
    );
    const rows = (await samples()).map((one) => ({
      ...{ name: sampleName(one), title: `${one.tool}: ${one.sample.name}` },
      description: `Calls the tool "${one.tool}" as its sample "${one.sample.name}" does`,
    }));
    return [...all, ...rows];
  },
  async get(name, given) {
    const skill = await readSkill(disk, skills, name);
    if (skill.ok) {
      const missing = skill.parameters.find((one) => given[one] === undefined);
      if (missing !== undefined) return { missing };
      const text = filled(skill.text, skill.parameters, given);
      return { description: skill.description, messages: [user(text)] };
    }
    const found = (await samples()).find((one) => sampleName(one) === name);
    if (!found) return undefined;
    const { tool, sample } = found;
    const text = `Call the tool "${tool}" with these arguments, and say what it answers:\n\n${writeJson(sample.arguments, 2)}`;
    return { messages: [user(text)] };
  },
});

async function promptArguments(disk: Disk, skills: string, name: string) {
  const skill = await readSkill(disk, skills, name);
  if (!skill.ok || skill.parameters.length === 0) return {};
  return { arguments: skill.parameters.map((one) => ({ name: one, required: true })) };
}

/** Puts arguments in where the skill names them, `$name`; nothing in them is read again. */
const filled = (text: string, names: string[], given: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$([A-Za-z_]\w*)/g, (written, name: string) =>
    names.includes(name) ? (given[name] ?? '') : written,
  );
