import { conversationsApi } from '../../api/conversations-api.ts';
import { t } from '../../i18n/i18n.svelte.ts';
import { toasts } from '../../parts/toasts.svelte.ts';
import { sayFailed } from '../../state/actions/failed.ts';
import { stillHere } from '../../state/actions/still-here.ts';
import type { View } from '../../state/view.svelte.ts';
import type { Workspace } from '../../state/workspace.svelte.ts';
import { ct } from './texts.ts';

/** Deletes a conversation; the toast brings it back: all of it, under another id. */
export async function removeConversation(
  app: { view: View; workspace: Workspace },
  conversations: { load(): Promise<void> },
  { id, title }: { id: string; title: string },
): Promise<void> {
  const read = await conversationsApi.read(id);
  const answer = await conversationsApi.remove(id);
  if (answer.kind !== 'ok') return sayFailed(answer);
  if (app.view.conversation === id) app.view.showConversation(undefined);
  await conversations.load();
  if (read.kind !== 'ok') return;
  const { setup, nodes } = read.value;
  const undo = async (): Promise<void> => {
    const isHere = stillHere(app);
    const back = await conversationsApi.begin({ title: read.value.title, setup, nodes });
    if (back.kind === 'ok') {
      if (isHere()) app.view.showConversation(back.value.id);
      return conversations.load();
    }
    sayFailed(back);
    // Nobody else has it any more.
    offer();
  };
  const offer = (): void =>
    void toasts.show('ok', () => ct('deleted', { name: title || ct('untitled') }), {
      text: () => t('shell.undo'),
      run: () => void undo(),
    });
  offer();
}
