import {
  ModelNames,
  ModelProvider,
  ModelsState,
  ModelTest,
  ModelTested,
  ProviderChange,
} from '../../../shared/protocol/models.ts';
import { readAddress } from '../../conversations/models/addresses.ts';
import { addressFault, fault } from '../../conversations/models/faults.ts';
import { isKey } from '../../conversations/models/keys.ts';
import { knownProviders } from '../../conversations/models/known-providers.ts';
import type { ProviderModels } from '../../conversations/models/open-models.ts';
import { answerJson } from '../http/answer-json.ts';
import { refuse } from '../http/refuse.ts';
import { route, type Route } from '../http/route.ts';

const known = Object.keys(knownProviders).join(', ');
const noSuchProvider = () =>
  refuse(404, 'no-such-provider', `There is no such provider, only ${known}`, { path: 'provider' });

/** Returns why a change is invalid; undefined if it is valid. */
function changeFault(provider: ModelProvider, { key, address }: ProviderChange) {
  if (key && !isKey(key.trim())) {
    const { label } = knownProviders[provider];
    const { message, values } = fault('bad-key:characters', { provider: label });
    return refuse(422, 'bad-key', message, { path: 'key', values });
  }
  const read = address ? readAddress(address, provider) : undefined;
  if (!read || read.ok || !address) return undefined;
  const { message, values } = addressFault(read.reason, { provider, address: address.trim() });
  return refuse(422, `bad-address-${read.reason}`, message, { path: 'address', values });
}

/** Routes for providers and their keys. A key is never sent back. */
export const modelRoutes = ({ models }: { models: ProviderModels }): Route[] => [
  route({
    method: 'GET',
    path: '/api/models',
    access: 'page',
    summary: 'The providers of models, and whether each has a key',
    answer: ModelsState,
    handle: async () => answerJson((await models.state()) satisfies ModelsState),
  }),
  route({
    method: 'PUT',
    path: '/api/models/:provider',
    access: 'page',
    summary: 'Saves or deletes the key and the address of a provider',
    body: ProviderChange,
    answer: ModelsState,
    async handle({ params, body }) {
      const provider = ModelProvider.safeParse(params.provider);
      if (!provider.success) return noSuchProvider();
      const refused = changeFault(provider.data, body);
      if (refused) return refused;
      await models.keys.change(provider.data, body);
      return answerJson((await models.state()) satisfies ModelsState);
    },
  }),
  route({
    method: 'GET',
    path: '/api/models/:provider/names',
    access: 'page',
    summary: 'The models that a provider says it serves',
    answer: ModelNames,
    async handle({ params }) {
      const provider = ModelProvider.safeParse(params.provider);
      if (!provider.success) return noSuchProvider();
      return answerJson((await models.names(provider.data)) satisfies ModelNames);
    },
  }),
  route({
    method: 'POST',
    path: '/api/models/test',
    access: 'page',
    summary: 'Asks a model for one word, and reports what is wrong if none comes',
    body: ModelTest,
    answer: ModelTested,
    handle: async ({ body }) => answerJson((await models.test(body.model)) satisfies ModelTested),
  }),
];
