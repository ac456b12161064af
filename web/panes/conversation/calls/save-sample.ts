import { inWorkspace } from '../../../../shared/protocol/ids/in-workspace.ts';
import type { Arguments } from '../../../../shared/tool/json.ts';
import { toasts } from '../../../parts/toasts.svelte.ts';
import type { App } from '../../../state/app.svelte.ts';
import { sampleName, withSample } from '../../run/samples.ts';
import { ct } from '../texts.ts';

/** Keeps the arguments of a call as a sample of its tool, where that lies in the workspace. */
export async function saveSample(app: App, tool: string, args: Arguments): Promise<void> {
  const { workspace } = app;
  const unit = workspace.tools.find(({ tools }) => tools.some(({ name }) => name === tool));
  if (!unit || !inWorkspace(unit.id))
    return void toasts.show('warn', () => ct('sample.elsewhere', { tool }));
  await workspace.open(unit.id);
  const draft = workspace.draft(unit.id);
  if (!draft) return void toasts.show('err', () => ct('sample.failed', { tool }));
  const isClean = !draft.dirty;
  const name = sampleName(args, []);
  const sample = { name, ...(unit.tools.length > 1 ? { tool } : {}), arguments: args };
  const next = withSample(draft.files, sample, app.reading.folder?.samples);
  if (next === undefined) return void toasts.show('err', () => ct('sample.failed', { tool }));
  workspace.change(unit.id, next);
  // Edits that the person has not saved stay unsaved, and the sample with them.
  const isSaved = isClean && (await app.tools.save(unit.id));
  toasts.show('ok', () => ct(isSaved ? 'sample.saved' : 'sample.drafted', { name, tool }));
}
