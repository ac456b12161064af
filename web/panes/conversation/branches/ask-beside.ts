import type { OpenConversation } from '../../../state/conversation.svelte.ts';
import type { Looks } from '../looks.svelte.ts';

/** Has models answer the very request that a message ends, beside whatever answers it already. */
export async function askBeside(
  talk: OpenConversation,
  looks: Looks,
  fork: string | null,
  models: readonly string[],
): Promise<void> {
  const shown = talk.tip;
  const compared = { fork, first: [] };
  looks.compared = compared;
  looks.as = 'turns';
  await Promise.all(models.map((model) => talk.goOn(fork, model)));
  // The branch that was shown stays the one that goes on, until another one is taken.
  if (looks.compared === compared && shown !== null && shown !== fork) talk.show(shown);
}
