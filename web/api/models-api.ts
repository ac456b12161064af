import {
  ModelNames,
  ModelsState,
  ModelTested,
  type ModelId,
  type ModelProvider,
  type ProviderChange,
} from '../../shared/protocol/models.ts';
import { call } from './client.ts';

const path = '/api/models';

/** Who serves models, with what. A key goes to the runner and never comes back. */
export const modelsApi = {
  read: () => call(path, ModelsState),
  change: (provider: ModelProvider, change: ProviderChange) =>
    call(`${path}/${provider}`, ModelsState, { method: 'PUT', body: change }),
  /** What the provider says it serves; the runner asks it now. */
  names: (provider: ModelProvider) => call(`${path}/${provider}/names`, ModelNames),
  /** Asks the model for one word. */
  test: (model: ModelId) => call(`${path}/test`, ModelTested, { method: 'POST', body: { model } }),
};
