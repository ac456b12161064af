import type { ToolFolder } from '../../../../shared/protocol/tools.ts';
import { toolsApi } from '../../../api/tools-api.ts';
import { sayFailed } from '../../../state/actions/failed.ts';
import type { App } from '../../../state/app.svelte.ts';
import type { LibraryEntry } from '../library-entries.ts';
import { nameOf, outsideWhy, type Outside } from './chosen-actions.ts';
import { countTags } from '../count-tags.ts';
import { tagsIn, withTags } from './tags-in.ts';

interface Tagged {
  id: string;
  tags: readonly string[];
}

/** Tools whose tags cannot be changed, by why. */
export interface Fixed {
  why: Outside | 'code' | 'json' | 'unread';
  /** The file that hinders. */
  file?: string;
  names: readonly string[];
}
type WhyFixed = Omit<Fixed, 'names'>;

/** The tags of the chosen tools, and whose can be changed. */
export class ChosenTags {
  #app: App;
  /** Those that say their tags in a file. */
  of = $state.raw<readonly Tagged[]>([]);
  fixed = $state.raw<readonly Fixed[]>([]);
  loaded = $state(false);
  /** Tools that had unsaved edits: their tags are changed in the draft alone. */
  drafts = $state.raw<readonly string[]>([]);
  /** Each tag that one of them has, with how many have it. */
  counts = $derived(countTags(this.of.map(({ tags }) => tags)));

  constructor(app: App) {
    this.#app = app;
  }

  async load(entries: readonly LibraryEntry[]): Promise<void> {
    const of: Tagged[] = [];
    const fixed: Fixed[] = [];
    for (const entry of entries) {
      const found = await this.#read(entry);
      if ('why' in found) {
        const { why, file } = found;
        const at = fixed.findIndex((one) => one.why === why && one.file === file);
        const names = [...(fixed[at]?.names ?? []), nameOf(entry)];
        fixed.splice(at < 0 ? fixed.length : at, 1, { ...found, names });
      } else of.push({ id: entry.id, tags: found.tags });
    }
    this.of = of;
    this.fixed = fixed;
    this.loaded = true;
  }

  /** Gives a tag to all of them. */
  add(tag: string): Promise<void> {
    return this.#change((tags) => (tags.includes(tag) ? tags : [...tags, tag]));
  }

  /** Takes a tag from those that have it. */
  remove(tag: string): Promise<void> {
    return this.#change((tags) => (tags.includes(tag) ? tags.filter((one) => one !== tag) : tags));
  }

  /** The tags of a tool, or why they cannot be changed. */
  async #read(entry: LibraryEntry): Promise<Pick<Tagged, 'tags'> | WhyFixed> {
    const why = outsideWhy(entry);
    if (why !== undefined) return { why };
    const files = this.#app.workspace.draft(entry.id)?.files ?? (await saved(entry.id))?.files;
    if (!files) return { why: 'unread' };
    const found = tagsIn(files);
    if (!found) return { why: 'code' };
    return 'invalid' in found ? { why: 'json', file: found.invalid } : found;
  }

  async #change(next: (tags: readonly string[]) => readonly string[]): Promise<void> {
    const of: Tagged[] = [];
    for (const one of this.of)
      of.push({ ...one, tags: (await this.#write(one.id, next)) ?? one.tags });
    this.of = of;
    await this.#app.workspace.refresh();
  }

  /** Saves other tags of a tool; edits that were not saved stay so, and the tags with them. */
  async #write(
    id: string,
    next: (tags: readonly string[]) => readonly string[],
  ): Promise<readonly string[] | undefined> {
    const { workspace, tools } = this.#app;
    const draft = workspace.draft(id);
    const before = draft ? undefined : await saved(id);
    const files = draft?.files ?? before?.files;
    const found = files && tagsIn(files);
    // It may have changed on the disk since it was read.
    if (!found || 'invalid' in found) return undefined;
    const tags = next(found.tags);
    if (tags === found.tags) return tags;
    const changed = withTags(files, found, [...tags]);
    if (draft) {
      const wasDirty = draft.dirty;
      workspace.change(id, changed);
      if (!wasDirty) await tools.save(id);
      else if (!this.drafts.includes(id)) this.drafts = [...this.drafts, id];
      return tags;
    }
    const answer = await toolsApi.save(id, changed, before);
    if (answer.kind === 'ok') return tags;
    if (answer.kind === 'conflict') return this.#write(id, next);
    sayFailed(answer);
    return undefined;
  }
}

/** A folder as it lies on the disk; why it cannot be read is said. */
const saved = async (id: string): Promise<ToolFolder | undefined> => {
  const answer = await toolsApi.read(id);
  if (answer.kind === 'ok') return answer.value;
  sayFailed(answer);
  return undefined;
};
