import type { Registry } from '../../../shared/registry/registry.ts';
import type { Tool } from '../../../shared/registry/tool.ts';
import type { Builtin } from './builtin.ts';
import type { Place } from './place.ts';
import { listSkills } from './skills/list-skills.ts';
import { bash } from './tools/bash.ts';
import { edit } from './tools/edit.ts';
import { glob } from './tools/glob.ts';
import { grep } from './tools/grep.ts';
import { read } from './tools/read.ts';
import { skill } from './tools/skill.ts';
import { write } from './tools/write.ts';

/** In the order of seed 004, `getBuiltinTools`. */
const fixed: readonly Builtin[] = [read, edit, write, glob, grep, bash];

/** The tools that Lathe brings along. The last one names the skills that there are right now. */
export class Builtins {
  #place: () => Promise<Place>;
  #tools: readonly Tool[];
  #skill: { stamp: string; tool: Tool };

  constructor(place: () => Promise<Place>) {
    this.#place = place;
    this.#skill = { stamp: '[]', tool: skill([])(place) };
    this.#tools = [...fixed.map((make) => make(place)), following(() => this.#skill.tool)];
  }

  async list(): Promise<readonly Tool[]> {
    await this.#lookForSkills();
    return this.#tools;
  }

  async get(name: string): Promise<Tool | undefined> {
    return (await this.list()).find((tool) => tool.name === name);
  }

  /** Puts them into a registry, where they stand beside every other tool. */
  async register(registry: Registry): Promise<void> {
    registry.registerAll([...(await this.list())]);
  }

  async #lookForSkills(): Promise<void> {
    const { disk, skills } = await this.#place();
    const known = await listSkills(disk, skills);
    const stamp = JSON.stringify(known);
    if (this.#skill.stamp !== stamp) this.#skill = { stamp, tool: skill(known)(this.#place) };
  }
}

/** One tool in the registry, whichever stands behind it at the moment. */
const following = (current: () => Tool): Tool => ({
  ...current(),
  get description() {
    return current().description;
  },
  getFunctionDeclaration: () => current().getFunctionDeclaration(),
  validate: async (params) => current().validate?.(params),
  judge: async (params, context) => current().judge?.(params, context),
  execute: (params, context) => current().execute(params, context),
});
