import type { ToolFolder } from '../../../shared/protocol/tools.ts';
import type { FileContent, Folder } from '../../../shared/tool/folder.ts';
import { draftStore } from '../../storage/draft-store.ts';
import { ToolLooks } from '../places/tool-looks.svelte.ts';

interface Base {
  etag: string;
  files: Folder;
}

/** The files of one tool folder as the page holds them, beside what was last known of the disk. */
export class ToolDraft {
  readonly id: string;
  #files = $state.raw<Folder>({});
  #base = $state.raw<Base>();
  /** The folder as someone else saved it while this draft differed. */
  outside = $state.raw<ToolFolder>();
  /** The folder is gone from the disk; the draft is all that is left. */
  gone = $state(false);
  /** How the last edit stands: in this browser, on its way there, or refused. */
  keeping = $state<'kept' | 'writing' | 'failed'>('kept');
  /** Grows when the files change from elsewhere than the editor, whose models must then follow. */
  turn = $state(0);
  /** How the panes of its tools stand. */
  readonly looks: ToolLooks;
  changed = $derived(this.#base ? differingPaths(this.#files, this.#base.files) : undefined);
  dirty = $derived(this.changed === undefined || this.changed.length > 0);

  constructor(id: string, files: Folder, base: Base | undefined) {
    this.id = id;
    this.looks = new ToolLooks(id);
    this.#files = files;
    this.#base = base;
  }

  get files(): Folder {
    return this.#files;
  }

  get base(): Base | undefined {
    return this.#base;
  }

  /** Keeps the draft in this browser, so that it outlives the page. */
  async keep(workspace: string): Promise<void> {
    const { id, files, base } = this;
    // A browser that does not open its database may never answer.
    this.keeping = draftStore.isOpen ? 'writing' : 'failed';
    const isKept = await draftStore.keep(workspace, { id, files, base });
    // An edit made meanwhile is on its way itself.
    if (files === this.#files) this.keeping = isKept ? 'kept' : 'failed';
  }

  /** Puts a draft that was kept in place of a folder as it was read, and meets what was read. */
  bringBack({ files, base }: { files: Folder; base?: Base | undefined }): void {
    const disk = this.#base;
    this.#base = base;
    this.replace(files);
    if (disk) this.meet({ id: this.id, ...disk });
  }

  write(path: string, content: FileContent): void {
    this.#files = { ...this.#files, [path]: content };
  }

  /** Puts whole files in place of these, from elsewhere than the editor. */
  replace(files: Folder): void {
    this.#files = files;
    this.turn++;
  }

  /** Another state of the disk: news to a draft only where it is neither what the edits began from nor what they made. */
  meet(disk: ToolFolder): void {
    const isEqual = (files: Folder): boolean => differingPaths(files, disk.files).length === 0;
    if (!this.dirty) {
      this.settle(disk);
      this.replace(disk.files);
    } else if (isEqual(this.#files) || (this.#base && isEqual(this.#base.files))) this.settle(disk);
    else this.outside = disk;
  }

  /** What the disk now holds, after a save or by someone else's hand. */
  settle(base: Base): void {
    this.#base = base;
    this.outside = undefined;
    this.gone = false;
  }
}

/** A save that met another's; both versions stay until the person chooses. */
export interface Conflict {
  id: string;
  theirs: ToolFolder;
}

/** The paths whose content differs between two folders, in order. */
export const differingPaths = (one: Folder, other: Folder): string[] =>
  Object.keys({ ...one, ...other })
    .filter((path) => !same(one[path], other[path]))
    .sort();

const same = (one: FileContent | undefined, other: FileContent | undefined): boolean =>
  typeof one === 'object' && typeof other === 'object'
    ? one.base64 === other.base64
    : one === other;
