import { SvelteSet } from 'svelte/reactivity';
import type { Proposal, ProposedProblem } from '../../../shared/protocol/conversations/help.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { hunksOf, wholeHunk, withHunks, type Hunk } from './hunks.ts';

/** A proposed file beside the one that is there, as parts that are taken or left. */
export interface FileParts {
  path: string;
  isNew: boolean;
  /** The whole file goes; it is one part. */
  isGone: boolean;
  hunks: Hunk[];
  problems: ProposedProblem[];
}

/** Which parts of a proposal the person takes. Everything is offered; nothing is taken before `next` is used. */
export class Picks {
  readonly #proposal: Proposal;
  readonly #files: () => Folder;
  /** `path` and the hunk's place, of those that are left. */
  readonly #left = new SvelteSet<string>();

  /** A hunk is of the file as it is now, whoever changed it since the model was asked. */
  parts = $derived.by((): FileParts[] => {
    const { files, deletes, problems } = this.#proposal;
    const gone = deletes.flatMap((path): FileParts[] => {
      const now = this.#files()[path];
      return typeof now === 'string'
        ? [{ path, isNew: false, isGone: true, hunks: [wholeHunk(now)], problems: [] }]
        : [];
    });
    const differing = files.flatMap(({ path, content }): FileParts[] => {
      const now = this.#files()[path];
      const hunks = hunksOf(typeof now === 'string' ? now : '', content);
      if (hunks.length === 0) return [];
      const own = problems.filter(({ file }) => file === path);
      return [{ path, isNew: now === undefined, isGone: false, hunks, problems: own }];
    });
    return [...differing, ...gone];
  });
  total = $derived(this.parts.reduce((sum, { hunks }) => sum + hunks.length, 0));
  taken = $derived(this.total - this.parts.flatMap((part) => this.#leftOf(part)).length);

  constructor(proposal: Proposal, files: () => Folder) {
    this.#proposal = proposal;
    this.#files = files;
  }

  /** Whether the folder will have a file; what is said of one that is missing has no place in it. */
  isThere(path: string): boolean {
    const { files } = this.#proposal;
    return this.#files()[path] !== undefined || files.some((one) => one.path === path);
  }

  has(path: string, { index }: Hunk): boolean {
    return !this.#left.has(`${index} ${path}`);
  }

  pick(path: string, { index }: Hunk, isTaken: boolean): void {
    const key = `${index} ${path}`;
    if (isTaken) this.#left.delete(key);
    else this.#left.add(key);
  }

  pickFile({ path, hunks }: FileParts, isTaken: boolean): void {
    for (const hunk of hunks) this.pick(path, hunk, isTaken);
  }

  pickAll(isTaken: boolean): void {
    for (const part of this.parts) this.pickFile(part, isTaken);
  }

  /** How many parts of a file are taken. */
  takenOf(part: FileParts): number {
    return part.hunks.length - this.#leftOf(part).length;
  }

  /** The folder with what is taken. */
  next(): Folder {
    const now = this.#files();
    const next: Folder = { ...now };
    for (const part of this.parts) {
      if (this.takenOf(part) === 0) continue;
      const { path } = part;
      if (part.isGone) {
        delete next[path];
        continue;
      }
      const content = this.#proposal.files.find((one) => one.path === path)?.content ?? '';
      const text = now[path];
      next[path] = withHunks(
        typeof text === 'string' ? text : '',
        content,
        (index) => !this.#left.has(`${index} ${path}`),
      );
    }
    return next;
  }

  #leftOf({ path, hunks }: FileParts): Hunk[] {
    return hunks.filter((hunk) => !this.has(path, hunk));
  }
}
