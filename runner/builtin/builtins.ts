import type { Disk } from '../platform/disk.ts';
import type { Builtin } from './builtin.ts';
import { listSkills } from './skills/list-skills.ts';
import { bash } from './tools/bash.ts';
import { edit } from './tools/edit.ts';
import { glob } from './tools/glob.ts';
import { grep } from './tools/grep.ts';
import { read } from './tools/read.ts';
import { skill } from './tools/skill.ts';
import { write } from './tools/write.ts';

/** The six whose declaration never changes, in the order of seed 004, `getBuiltinTools`. */
export const fixedBuiltins: readonly Builtin[] = [read, edit, write, glob, grep, bash];

/** The tools that Lathe brings along. The last one names the skills that there are right now. */
export class Builtins {
  #disk: Disk;
  #skills: string;
  #skill: { stamp: string; tool: Builtin } | undefined;

  /** `skills` is the absolute path of their folder. */
  constructor(disk: Disk, skills: string) {
    this.#disk = disk;
    this.#skills = skills;
  }

  async list(): Promise<Builtin[]> {
    return [...fixedBuiltins, await this.#skillTool()];
  }

  async get(name: string): Promise<Builtin | undefined> {
    return (await this.list()).find((tool) => tool.name === name);
  }

  async #skillTool(): Promise<Builtin> {
    const known = await listSkills(this.#disk, this.#skills);
    const stamp = JSON.stringify(known);
    if (this.#skill?.stamp !== stamp) this.#skill = { stamp, tool: skill(known) };
    return this.#skill.tool;
  }
}
