import type { Disk } from '../../../platform/disk/disk.ts';
import { readSkill, type SkillSummary } from './read-skill.ts';

/** The resolution of a folder's time of change: two changes within it may have the same time. */
const TICK_MS = 50;

interface Seen {
  /** That of SKILL.md; empty if there is none. */
  stamp: string;
  skill: SkillSummary | undefined;
}

/** Lists the skills of a workspace once. */
export const listSkills = (disk: Disk, skills: string): Promise<SkillSummary[]> =>
  new SkillList(disk, skills).now();

/** The skills of a workspace for frequent use: unchanged files are not read again. */
export class SkillList {
  #disk: Disk;
  #skills: string;
  /** The stamp of the skills folder, once it shows every later change. */
  #stamp: string | undefined;
  #names: string[] = [];
  #known = new Map<string, Seen>();

  constructor(disk: Disk, skills: string) {
    this.#disk = disk;
    this.#skills = skills;
  }

  /** Lists skills by name. A folder without a SKILL.md is not one. */
  async now(): Promise<SkillSummary[]> {
    if (!this.#disk.isThere(this.#skills)) return [];
    const folder = await this.#disk.look(this.#skills);
    if (folder?.kind !== 'folder' || folder.stamp !== this.#stamp) {
      const listed = folder && (await this.#disk.list(this.#skills));
      this.#names = (listed ?? []).flatMap(({ name, kind }) => (kind === 'folder' ? [name] : []));
      const isSettled = folder !== undefined && Date.now() - folder.modifiedAt > TICK_MS;
      this.#stamp = isSettled ? folder.stamp : undefined;
    }
    const found: SkillSummary[] = [];
    const known = new Map<string, Seen>();
    for (const name of this.#names) {
      const one = await this.#look(name);
      known.set(name, one);
      if (one.skill) found.push(one.skill);
    }
    this.#known = known;
    return found;
  }

  async #look(name: string): Promise<Seen> {
    const file = await this.#disk.look(`${this.#skills}/${name}/SKILL.md`);
    const stamp = file ? `${file.kind} ${file.stamp}` : '';
    const known = this.#known.get(name);
    if (known?.stamp === stamp) return known;
    const read = await readSkill(this.#disk, this.#skills, name);
    return { stamp, skill: read.ok ? { name, description: read.description } : undefined };
  }
}
