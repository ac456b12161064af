import type { ConversationNode } from '../../../../shared/protocol/conversations/conversations.ts';
import type { OpenConversation } from '../../../state/conversation.svelte.ts';
import type { Conversations } from '../../../state/conversations.svelte.ts';
import { ct } from '../texts.ts';

/** Which side of a conversation is taken from its recording. */
export type Frozen = 'model' | 'tools' | 'both';

/** Who really answered: of a recording that is played itself, whoever did in the first place. */
const modelOf = ({ setup, path }: OpenConversation): string => {
  if (!setup.model.startsWith('recording:')) return setup.model;
  const answers = path.filter((node) => node.role === 'answer');
  return setup.live ?? answers.find(({ by }) => !by.startsWith('recording:'))?.by ?? 'person';
};

/**
 * Begins a conversation with the same messages of the person, in which one side or both say what they said
 * before. It stops where it does not come to the end of a message, as where somebody has to answer.
 */
export async function playAgain(
  conversations: Conversations,
  talk: OpenConversation,
  { frozen, isStaleAsked }: { frozen: Frozen; isStaleAsked: boolean },
): Promise<void> {
  const { id, setup, title } = talk;
  const texts = talk.path.flatMap((node: ConversationNode) =>
    node.role === 'user' ? [node.text] : [],
  );
  const model = modelOf(talk);
  const isModel = frozen !== 'tools';
  const played = await conversations.beginWith(
    {
      ...setup,
      model: isModel ? `recording:${id}` : model,
      live: isModel && isStaleAsked && model !== 'person' ? model : undefined,
      frozenTools: frozen === 'model' ? undefined : id,
      rerunStale: isStaleAsked,
    },
    ct('play.title', { title: title || ct('untitled') }).slice(0, 200),
  );
  if (!played) return;
  for (const text of texts) {
    await played.send(text);
    if (played.stopped?.stopReason !== 'done') return;
  }
}
