import { z } from 'zod';
import { Folder } from '../../shared/tool/folder.ts';

/** A folder as it stands in the editor and not on disk. */
const KeptDraft = z.object({
  id: z.string(),
  files: Folder,
  /** What the edits began from; absent for a folder that was never saved. */
  base: z.object({ etag: z.string(), files: Folder }).optional(),
});
type KeptDraft = z.infer<typeof KeptDraft>;

/** All pages of this browser share one row for a tool; `mark` names the write that the row is of. */
const Row = KeptDraft.extend({ workspace: z.string(), mark: z.string().default('') });

const page = `${crypto.getRandomValues(new Uint32Array(4)).join('-')}/`;
let writes = 0;
/** The marks of the rows that this page loaded, by workspace and id. */
const loaded = new Map<string, string>();
const keyOf = (workspace: string, id: string): string => JSON.stringify([workspace, id]);

/** Settles once the browser answers, which it need not: another page may hold the database, and nobody is told. */
const openDatabase = (): Promise<IDBDatabase | undefined> =>
  new Promise((resolve) => {
    const request = indexedDB.open('lathe', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('drafts', { keyPath: ['workspace', 'id'] });
    };
    request.onsuccess = () => {
      const { result } = request;
      // Whoever deletes the database waits for this, and so does every page that opens it.
      result.onversionchange = () => {
        result.close();
        forget();
      };
      result.onclose = forget;
      isOpen = true;
      resolve(result);
    };
    request.onerror = () => resolve(undefined);
  });

let opened: Promise<IDBDatabase | undefined> | undefined;
let isOpen = false;
const forget = (): void => {
  opened = undefined;
  isOpen = false;
};

/** Answers once the browser has done all of it, for a request that succeeds may still be undone. */
const transact = <T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  make: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<{ value: T } | undefined> =>
  new Promise((resolve) => {
    const transaction = database.transaction('drafts', mode);
    const request = make(transaction.objectStore('drafts'));
    transaction.oncomplete = () => resolve({ value: request.result });
    transaction.onabort = () => resolve(undefined);
  });

const ask = async <T>(
  mode: IDBTransactionMode,
  make: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<{ value: T } | undefined> => {
  const opening = (opened ??= openDatabase().catch(() => undefined));
  const database = await opening;
  const answer = database && (await transact(database, mode, make).catch(() => undefined));
  if (answer) return answer;
  // The next use opens it anew.
  database?.close();
  if (opened === opening) forget();
  return undefined;
};

/** Drafts of each workspace, kept in this browser (IndexedDB) from the first edit to the save. */
export const draftStore = {
  /** Whether the browser lets this page write drafts down, as far as is known. */
  get isOpen(): boolean {
    return isOpen;
  },
  /** Undefined where the browser refuses to say; it may also never answer, and then nothing here does. */
  async all(workspace: string): Promise<KeptDraft[] | undefined> {
    const answer = await ask<unknown[]>('readonly', (store) => store.getAll());
    const rows = answer?.value.flatMap((row) => {
      const parsed = Row.safeParse(row);
      return parsed.success && parsed.data.workspace === workspace ? [parsed.data] : [];
    });
    rows?.forEach(({ id, mark }) => loaded.set(keyOf(workspace, id), mark));
    return rows;
  },
  /** Whether the draft is kept now; it takes the place of another page's. */
  async keep(workspace: string, draft: KeptDraft): Promise<boolean> {
    const row = { workspace, ...draft, mark: `${page}${++writes}` };
    return (await ask('readwrite', (store) => store.put(row))) !== undefined;
  },
  /** Deletes what this page wrote or loaded, and never what another page wrote since. */
  async drop(workspace: string, id: string): Promise<void> {
    await ask<unknown>('readwrite', (store) => {
      const found = store.get([workspace, id]);
      found.onsuccess = () => {
        const { mark = '' } = Object(found.result) as { mark?: string };
        const isOwn = mark.startsWith(page) || mark === loaded.get(keyOf(workspace, id));
        if (isOwn) store.delete([workspace, id]);
      };
      return found;
    });
  },
};
