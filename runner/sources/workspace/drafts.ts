import { freshen } from '../../../shared/formats/script-module/freshen.ts';
import { readFolder } from '../../../shared/formats/read-folder.ts';
import type { FolderRead } from '../../../shared/formats/read-folder.ts';
import type { Declarers } from '../../../shared/tool/declared.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { sha256 } from '../../platform/sha256.ts';
import { folderEtag } from '../../store/folder-etag.ts';

export interface DraftRead {
  read: FolderRead;
  etag: string;
}

/** Whoever tries a tool out sends the same folder again and again, and few at a time. */
const MOST = 8;
/** Larger ones are read anew, so that what is kept stays small. */
const MOST_CHARACTERS = 200_000;

/** Folders as they stand in an editor, sent along with a call. The last few are kept as they were read. */
export class Drafts {
  #declarers: Declarers;
  #known = new Map<string, DraftRead>();

  constructor(declarers: Declarers) {
    this.#declarers = declarers;
  }

  async read(name: string, folder: Folder): Promise<DraftRead> {
    const text = JSON.stringify([name, folder]);
    const key = text.length > MOST_CHARACTERS ? undefined : sha256(text);
    const known = key === undefined ? undefined : this.#known.get(key);
    if (known) return known;
    const done = await freshen(name, folder, this.#declarers);
    const plain = readFolder(name, done.files);
    const read = { ...plain, problems: [...done.problems, ...plain.problems] };
    const draft = { read, etag: folderEtag(folder) };
    // What a host had to read, or could not, may be otherwise at the next call.
    const isLasting = done.read === undefined && done.problems.length === 0;
    if (key !== undefined && isLasting) this.#keep(key, draft);
    return draft;
  }

  #keep(key: string, read: DraftRead): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MOST && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, read);
  }
}
