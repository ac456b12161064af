import type { ConversationNode } from '../../../shared/protocol/conversations/conversations.ts';
import { inWorkspace } from '../../../shared/protocol/ids/in-workspace.ts';
import { toasts } from '../../parts/toasts.svelte.ts';
import type { App } from '../../state/app.svelte.ts';
import type { AnswerNode, ShownCall } from '../conversation/entries-of.ts';
import { evidenceOfCall } from './evidence.ts';
import { hp } from './texts.ts';

/** Asks for help with the tool of a call, where that lies in the workspace. */
export async function suggestFix(
  app: App,
  path: readonly ConversationNode[],
  answer: AnswerNode | undefined,
  shownCall: ShownCall,
): Promise<void> {
  const { workspace, view } = app;
  const tool = shownCall.call.name;
  const unit = workspace.tools.find(({ tools }) => tools.some(({ name }) => name === tool));
  if (!unit || !inWorkspace(unit.id))
    return void toasts.show('warn', () => hp('elsewhere', { tool }));
  await workspace.open(unit.id);
  view.help = { kind: 'fix', id: unit.id, evidence: evidenceOfCall(path, answer, shownCall) };
}
