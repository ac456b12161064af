import { t } from '../../i18n/i18n.svelte.ts';
import { toasts } from '../../parts/toasts.svelte.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import { draftStore } from '../../storage/draft-store.ts';
import { differingPaths, type ToolDraft } from './tool-draft.svelte.ts';
import { freeName, renamedFolder } from './tool-names.ts';

/** Milliseconds that the start of the page waits for drafts; a browser whose database another page holds gives none. */
const LATE = 2000;

type Kept = NonNullable<Awaited<ReturnType<typeof draftStore.all>>>[number];

/** Whoever has the drafts. */
interface Holder {
  readonly name: string;
  /** Whether the browser gave no drafts, so far. */
  areDraftsRefused: boolean;
  draft(id: string): ToolDraft | undefined;
  has(id: string): boolean;
  bring(draft: Kept): void;
  put(id: string, files: Folder): void;
  follow(): Promise<void>;
}

/**
 * Brings the drafts of an earlier visit back. Settles once they are there, or the browser refuses them, or is late:
 * those that come late are brought back then.
 */
export function restoreDrafts(holder: Holder): Promise<void> {
  let told: number | undefined;
  const restored = draftStore.all(holder.name).then((drafts) => {
    if (told !== undefined) toasts.dismiss(told);
    holder.areDraftsRefused = drafts === undefined;
    if (!drafts) toasts.show('warn', () => t('editor.draftFailed'));
    for (const draft of drafts ?? []) restore(holder, draft);
    // What the page heard of the disk until now said nothing of them.
    if (told !== undefined) void holder.follow();
  });
  return new Promise((settle) => {
    const timer = setTimeout(() => {
      holder.areDraftsRefused = true;
      told = toasts.show('warn', () => t('editor.draftsLate'));
      settle();
    }, LATE);
    void restored.then(() => {
      clearTimeout(timer);
      settle();
    });
  });
}

function restore(holder: Holder, draft: Kept): void {
  const { id, files } = draft;
  const open = holder.draft(id);
  if (!open?.dirty) holder.bring(draft);
  else if (differingPaths(open.files, files).length > 0) {
    // It was edited before the draft came: both stay, each under a name.
    const free = freeName(id, (name) => holder.has(name));
    holder.put(free, renamedFolder(files, id, free));
  }
}
