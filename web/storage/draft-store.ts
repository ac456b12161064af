import { z } from 'zod';
import { Folder } from '../../shared/tool/folder.ts';

/** A folder as it stands in the editor and not on disk. */
export const KeptDraft = z.object({
  id: z.string(),
  files: Folder,
  /** What the edits began from; absent for a folder that was never saved. */
  base: z.object({ etag: z.string(), files: Folder }).optional(),
});
export type KeptDraft = z.infer<typeof KeptDraft>;

const openDatabase = (): Promise<IDBDatabase | undefined> =>
  new Promise((resolve) => {
    const request = indexedDB.open('lathe', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('drafts', { keyPath: ['workspace', 'id'] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(undefined);
  });

let opened: Promise<IDBDatabase | undefined> | undefined;

const ask = async <T>(
  mode: IDBTransactionMode,
  make: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<{ ok: true; value: T } | { ok: false }> => {
  const database = await (opened ??= openDatabase().catch(() => undefined));
  if (!database) return { ok: false };
  return new Promise((resolve) => {
    const request = make(database.transaction('drafts', mode).objectStore('drafts'));
    request.onsuccess = () => resolve({ ok: true, value: request.result });
    request.onerror = () => resolve({ ok: false });
  });
};

/** Drafts of each workspace, kept in this browser (IndexedDB) from the first edit to the save. */
export const draftStore = {
  async all(workspace: string): Promise<KeptDraft[]> {
    const answer = await ask<unknown[]>('readonly', (store) => store.getAll());
    if (!answer.ok) return [];
    return answer.value.flatMap((row) => {
      const parsed = KeptDraft.extend({ workspace: z.string() }).safeParse(row);
      return parsed.success && parsed.data.workspace === workspace ? [parsed.data] : [];
    });
  },
  /** Whether the draft is kept now. */
  async keep(workspace: string, draft: KeptDraft): Promise<boolean> {
    return (await ask('readwrite', (store) => store.put({ workspace, ...draft }))).ok;
  },
  async drop(workspace: string, id: string): Promise<void> {
    await ask('readwrite', (store) => store.delete([workspace, id]));
  },
};
