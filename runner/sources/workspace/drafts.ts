import { freshen } from '../../../shared/formats/script-module/freshen.ts';
import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import type { Declarers } from '../../../shared/tool/declared.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { sha256 } from '../../platform/sha256.ts';
import { folderEtag } from '../../store/tools/folder-etag.ts';
import type { RunnerUnit } from '../unit.ts';
import { readAside, readUnit } from './read-unit.ts';

/** The limit of kept drafts; a person tests few tools at a time, and sends the same folder again and again. */
const MOST = 8;
/** Larger drafts are read again each time, to limit memory. */
const MOST_CHARACTERS = 200_000;

/** Folders that an editor sends with a call: units outside the registry. The last few are kept parsed. */
export class Drafts {
  #declarers: Declarers;
  #engine: () => Engine;
  #surroundings: (() => Promise<object>) | undefined;
  #known = new Map<string, RunnerUnit>();

  constructor(
    declarers: Declarers,
    engine: () => Engine,
    surroundings?: () => Promise<object>,
  ) {
    this.#declarers = declarers;
    this.#engine = engine;
    this.#surroundings = surroundings;
  }

  async unit(id: string, files: Folder): Promise<RunnerUnit> {
    const text = JSON.stringify([id, files]);
    const key = text.length > MOST_CHARACTERS ? undefined : sha256(text);
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known) return known;
    const done = await freshen(id, files, this.#declarers, undefined, this.#surroundings);
    const plain = await readAside(id, done.files);
    const read = { ...plain, problems: [...done.problems, ...plain.problems] };
    const folder = { id, etag: folderEtag(files), modifiedAt: 0, files, problems: [] };
    const unit = { ...readUnit(folder, read, [], this.#engine), source: 'authored' as const };
    // What a host read, or could not read, may differ at the next call.
    const isLasting = !done.read && !done.told && done.problems.length === 0;
    if (key !== undefined && isLasting) this.#keep(key, unit);
    return unit;
  }

  #keep(key: string, unit: RunnerUnit): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MOST && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, unit);
  }
}
