import type { Folder } from '../../../shared/tool/folder.ts';
import { toolsApi } from '../../api/tools-api.ts';
import { t } from '../../i18n/i18n.svelte.ts';
import { toasts } from '../../parts/toasts.svelte.ts';
import type { Workspace } from '../workspace.svelte.ts';
import { sayFailed } from './failed.ts';
import { stillHere } from './still-here.ts';

/** A tool that was deleted, with what brings it back as it was. */
interface Deleted {
  id: string;
  /** Where it lies in the trash; undefined for what only this browser held. */
  key: string | undefined;
  /** Its edits that were not saved. */
  draft: Folder | undefined;
  enabled: boolean;
  /** What its tools were tried with. */
  given: ReturnType<Workspace['given']['in']>;
}

/** Moves tools to the trash; answers those that went. What hinders one is said and does not hinder the others. */
export async function deleteTools(
  workspace: Workspace,
  ids: readonly string[],
): Promise<Deleted[]> {
  const deleted: Deleted[] = [];
  for (const id of ids) {
    const summary = workspace.summary(id);
    const answer = summary && (await toolsApi.remove(id, summary.etag));
    if (answer && answer.kind !== 'ok') {
      sayFailed(answer);
      if (answer.kind === 'refused') continue;
      break;
    }
    const draft = workspace.draft(id);
    deleted.push({
      id,
      key: answer?.value.key,
      draft: draft?.dirty ? draft.files : undefined,
      enabled: summary?.enabled ?? false,
      given: workspace.given.in(id),
    });
    workspace.given.replace(id);
    workspace.forget(id);
  }
  await workspace.refresh();
  return deleted;
}

/** Says what was deleted, with a way back to it; `openId` was open before. */
export function sayDeleted(
  workspace: Workspace,
  deleted: readonly Deleted[],
  openId: string | undefined,
): void {
  const [first, ...more] = deleted;
  if (!first) return;
  const undo = async (): Promise<void> => {
    const isHere = stillHere({ workspace });
    const back = await undelete(workspace, deleted);
    const shown =
      back[deleted.findIndex(({ id }) => id === openId)] ?? back.find((id) => id !== undefined);
    if (shown !== undefined && isHere()) await workspace.open(shown, true);
  };
  const word = () =>
    more.length === 0
      ? t('done.deleted', { id: first.id })
      : t('done.deletedAll', { count: deleted.length });
  toasts.show('ok', word, { text: () => t('shell.undo'), run: () => void undo() });
}

/**
 * Brings deleted tools back, turned on where they were; answers the id of each, since others may have taken
 * theirs meanwhile, and undefined for one that did not come.
 */
async function undelete(
  workspace: Workspace,
  deleted: readonly Deleted[],
): Promise<(string | undefined)[]> {
  const back: (string | undefined)[] = [];
  for (const { id, key, draft, enabled, given } of deleted) {
    const answer = key === undefined ? undefined : await toolsApi.restore(key);
    if (answer && answer.kind !== 'ok') sayFailed(answer);
    const saved = answer?.kind === 'ok' ? answer.value : undefined;
    if (!saved && !draft) {
      back.push(undefined);
      continue;
    }
    const now = saved?.id ?? id;
    if (draft) workspace.put(now, draft, saved);
    workspace.given.replace(now, given);
    if (saved && enabled) {
      const turned = await toolsApi.enable(now, true);
      if (turned.kind !== 'ok') sayFailed(turned);
    }
    back.push(now);
  }
  await workspace.refresh();
  return back;
}
