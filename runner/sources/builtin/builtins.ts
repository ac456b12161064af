import { writeJson } from '../../../shared/tool/exact-number.ts';
import { builtinId } from '../../../shared/protocol/ids/builtin-id.ts';
import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import type { Registry } from '../../../shared/registry/registry.ts';
import type { Tool } from '../../../shared/registry/tool.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { sha256 } from '../../platform/sha256.ts';
import type { RunnerUnit, Source } from '../unit.ts';
import type { Builtin } from './builtin.ts';
import type { Place } from './place.ts';
import { SkillList } from './skills/skill-list.ts';
import { bash } from './tools/bash.ts';
import { delegate } from './tools/delegate.ts';
import { edit } from './tools/edit.ts';
import { glob } from './tools/glob.ts';
import { grep } from './tools/grep.ts';
import { read } from './tools/read.ts';
import { skill } from './tools/skill.ts';
import { write } from './tools/write.ts';

/** In the order of seed 004, `getBuiltinTools`. */
const fixed: readonly Builtin[] = [read, edit, write, glob, grep, bash];

/** The source of built-in tools. The description of the last one lists the current skills. */
export class Builtins implements Source {
  #place: () => Promise<Place>;
  #registry: Registry<RunnerUnit>;
  #engine: (() => Engine) | undefined;
  #skills: string | undefined;
  /** The folder of skills, which stays the same while the runner lives. */
  #listed: Promise<SkillList> | undefined;

  /** `engine` runs agents; without it there is no built-in agent. */
  constructor(registry: Registry<RunnerUnit>, place: () => Promise<Place>, engine?: () => Engine) {
    this.#registry = registry;
    this.#place = place;
    this.#engine = engine;
  }

  async fresh(): Promise<void> {
    if (this.#skills === undefined) {
      for (const [rank, make] of fixed.entries())
        this.#registry.put(builtinUnit(make(this.#place), rank));
      if (this.#engine) this.#registry.put(agentUnit(this.#engine, fixed.length + 1));
    }
    this.#listed ??= this.#place().then(({ disk, skills }) => new SkillList(disk, skills));
    const known = await (await this.#listed).now();
    const stamp = writeJson(known);
    if (this.#skills === stamp) return;
    this.#skills = stamp;
    this.#registry.put(builtinUnit(skill(known)(this.#place), fixed.length));
  }
}

/** Returns the unit of the built-in agent, whose file can be read but not saved. */
function agentUnit(engine: () => Engine, rank: number): RunnerUnit {
  const { tool, files, read } = delegate(engine);
  const unit = builtinUnit(tool, rank);
  const { language } = tool;
  return {
    ...{ ...unit, read, folder: { ...unit.folder, files } },
    facts: { ...unit.facts, ...(language === undefined ? {} : { language }) },
  };
}

/**
 * Returns a built-in tool as a folder for the page: its declaration as a file that can be read but not saved, and
 * its examples as samples.
 */
function builtinUnit(tool: Tool, rank: number): RunnerUnit {
  const { name, category = 'builtin', description, version } = tool;
  const id = builtinId.of(name);
  const declared = tool.getFunctionDeclaration();
  const files: Folder = { [`${name}.json`]: `${writeJson(declared, 2)}\n` };
  const samples = (description.examples ?? []).map((example) => ({
    ...{ name: example.description, tool: name, arguments: example.params },
  }));
  if (samples.length > 0) files['samples.json'] = `${writeJson(samples, 2)}\n`;
  const etag = `"${sha256(writeJson([files, version]))}"`;
  return {
    ...{ id, source: 'builtin', rank, group: category, tools: [tool] },
    // An approval covers the tool's version, whatever skills there are.
    hash: `${id}@${version}`,
    folder: { id, etag, files },
    facts: { format: 'builtin', category, modifiedAt: 0, problems: [] },
  };
}
