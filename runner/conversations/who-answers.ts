import { partsOf, type ModelFault, type ModelId } from '../../shared/protocol/models.ts';
import type { ConversationStore } from '../store/conversations/conversation-store.ts';
import { fault } from './models/faults.ts';
import type { Model, Models } from './models/model.ts';
import { openRecording } from './recordings.ts';

/** A model that cannot be had: it says why where it is asked, and what comes before is done all the same. */
const without = (id: ModelId, why: ModelFault): Model => ({
  ...{ id, label: id },
  async *answer() {
    yield { type: 'fault', fault: why };
  },
});

/** Who answers to an id: a provider's model, a conversation that is played again; undefined for the person. */
export async function whoAnswers(
  id: ModelId,
  {
    models,
    store,
  }: { models: Pick<Models, 'open'>; store: Pick<ConversationStore, 'head' | 'nodes'> },
): Promise<Model | undefined> {
  const { provider, name } = partsOf(id);
  if (provider === 'person') return undefined;
  if (provider === 'recording')
    return store.head(name)
      ? openRecording(id, store.nodes(name))
      : without(id, fault('no-recording', { model: name }));
  const model = await models.open(id);
  return 'fault' in model ? without(id, model.fault) : model;
}
