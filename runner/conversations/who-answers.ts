import { partsOf, type ModelFault, type ModelId } from '../../shared/protocol/models.ts';
import type { ConversationStore } from '../store/conversations/conversation-store.ts';
import { fault } from './models/faults.ts';
import type { Model, Models } from './models/model.ts';
import { openRecording } from './recordings.ts';

interface Needs {
  models: Pick<Models, 'open'>;
  store: Pick<ConversationStore, 'head' | 'nodes'>;
}

/**
 * Returns the model with this id: a provider's model or the replay of a conversation; undefined for the person.
 */
export async function whoAnswers(
  id: ModelId,
  { models, store }: Needs,
): Promise<Model | { fault: ModelFault } | undefined> {
  const { provider, name } = partsOf(id);
  if (provider === 'person') return undefined;
  if (provider !== 'recording') return models.open(id);
  if (store.head(name)) return openRecording(id, store.nodes(name));
  return { fault: fault('no-recording', { model: name }) };
}

/** The same, but a missing model reports its fault when it is asked, after the work before that request. */
export async function asModel(id: ModelId, needs: Needs): Promise<Model | undefined> {
  const found = await whoAnswers(id, needs);
  if (!found || !('fault' in found)) return found;
  return {
    ...{ id, label: id },
    async *answer() {
      yield { type: 'fault', fault: found.fault };
    },
  };
}
