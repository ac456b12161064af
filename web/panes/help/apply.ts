import type { Folder } from '../../../shared/tool/folder.ts';
import { t } from '../../i18n/i18n.svelte.ts';
import { toasts } from '../../parts/toasts.svelte.ts';
import type { App } from '../../state/app.svelte.ts';
import { differingPaths } from '../../state/tools/tool-draft.svelte.ts';
import { freeName, renamedFolder, toToolName } from '../../state/tools/tool-names.ts';
import { hp } from './texts.ts';

const UNNAMED = 'tool';

/** The id that a new tool gets: its name, or one beside it that is free. */
export const freeId = ({ workspace }: App, name = UNNAMED): string =>
  freeName(toToolName(name), (taken) => workspace.has(taken));

/** Opens what was taken of a new tool as an unsaved one, under a name that is free. */
export async function openDraft(app: App, named: string | undefined, files: Folder): Promise<void> {
  const { workspace, view } = app;
  const name = named ?? UNNAMED;
  const id = freeId(app, name);
  workspace.put(id, renamedFolder(files, name, id));
  await workspace.open(id);
  showFirst(app, id, Object.keys(files));
  view.tab = 'edit';
  toasts.show('ok', () => hp('drafted', { id }));
}

/** Puts what was taken into the editor, as if it was typed; its undo and the toast's take it back. */
export async function applyFix(app: App, id: string, files: Folder): Promise<void> {
  const { workspace, view } = app;
  const before = workspace.draft(id)?.files;
  if (!before) return;
  workspace.change(id, files);
  await workspace.open(id);
  showFirst(app, id, differingPaths(before, files));
  view.tab = 'edit';
  toasts.show('ok', () => hp('applied', { id }), {
    text: () => t('shell.undo'),
    run: () => workspace.change(id, before),
  });
}

function showFirst({ view }: App, id: string, paths: readonly string[]): void {
  const [first] = paths;
  if (first === undefined) return;
  view.definitionAs = 'text';
  view.moduleAs = 'code';
  view.showFile(id, paths.includes('definition.json') ? 'definition.json' : first);
}
