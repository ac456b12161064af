import { conversationsApi } from '../../api/conversations-api.ts';
import { toasts } from '../../parts/toasts.svelte.ts';
import type { OpenConversation } from '../../state/conversation.svelte.ts';
import { ct } from './texts.ts';

/** Puts a conversation into the person's downloads, as the runner writes it. */
export async function keepExport(talk: OpenConversation, format: 'md' | 'json'): Promise<void> {
  const file = await conversationsApi.export(talk.id, format);
  if (!file) return void toasts.show('err', () => ct('export.failed'));
  const link = document.createElement('a');
  const name = talk.title.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^-+|-+$/g, '');
  link.href = URL.createObjectURL(file);
  link.download = `${name || 'conversation'}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
