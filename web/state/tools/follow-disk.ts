import { moduleFiles } from '../../../shared/formats/script-module/module-files.ts';
import type { ToolFolder, ToolSummary } from '../../../shared/protocol/tools.ts';
import { toolsApi } from '../../api/tools-api.ts';
import { differingPaths, type ToolDraft } from './tool-draft.svelte.ts';

/** Whoever has the drafts. */
interface Holder {
  summary(id: string): ToolSummary | undefined;
  forget(id: string): void;
  lose(id: string): void;
  meet(disk: ToolFolder): void;
}

/** A folder may have changed on disk, as the list then says: a clean one follows, an edited one is told. */
export async function followDisk(holder: Holder, draft: ToolDraft): Promise<void> {
  const summary = holder.summary(draft.id);
  if (!summary && !draft.dirty) return holder.forget(draft.id);
  if (!summary) return holder.lose(draft.id);
  draft.gone = false;
  if (summary.etag !== draft.base?.etag) await compare(holder, draft);
  else if (!draft.dirty) await takeCaches(draft);
}

async function compare(holder: Holder, draft: ToolDraft): Promise<void> {
  const { base } = draft;
  const answer = await toolsApi.read(draft.id);
  if (answer.kind !== 'ok') return;
  // What was read before a save of this page is no longer on the disk.
  if (draft.base !== base) return compare(holder, draft);
  if (answer.value.etag !== base?.etag) holder.meet(answer.value);
}

/** What the runner made of a script is no edit, and so the folder's state is the one we know. */
async function takeCaches(draft: ToolDraft): Promise<void> {
  if (moduleFiles(draft.files).length === 0) return;
  const answer = await toolsApi.read(draft.id);
  if (answer.kind !== 'ok' || draft.dirty || answer.value.etag !== draft.base?.etag) return;
  if (differingPaths(answer.value.files, draft.files).length === 0) return;
  draft.settle(answer.value);
  draft.replace(answer.value.files);
}
