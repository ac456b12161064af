import type { App } from '../app.svelte.ts';

/** Opens a function of a folder: its schema and form, and the editor where its code begins. */
export const openFunction = async (
  { workspace, reading, view }: App,
  id: string,
  name: string,
): Promise<void> => {
  if (workspace.openId !== id) await workspace.open(id);
  if (workspace.openId !== id) return;
  reading.choose(name);
  view.tab = 'edit';
  const code = reading.tools.find(({ definition }) => definition.name === name)?.code;
  if (!code) return;
  view.showFile(id, code.file);
  if (!code.lines) return;
  view.goTo = { file: code.file, line: code.lines.from, column: 1, quiet: true };
};
