import { t } from '../../i18n/i18n.svelte.ts';
import { toasts } from '../../parts/toasts.svelte.ts';
import type { Conversations } from '../../state/conversations.svelte.ts';
import { ct } from './texts.ts';

/** Deletes a conversation; the toast brings it back. */
export async function removeConversation(
  conversations: Conversations,
  id: string,
  title: string,
): Promise<void> {
  const restore = await conversations.remove(id);
  if (!restore) return;
  const name = title || ct('untitled');
  toasts.show('ok', ct('deleted', { name }), {
    text: t('shell.undo'),
    run: () => void restore(),
  });
}
