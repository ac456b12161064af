import type { Answer } from '../../../api/client.ts';
import { modelsApi } from '../../../api/models-api.ts';
import { failedText, type Failed } from '../../../state/actions/failed.ts';
import { modelFaultText } from '../../../i18n/model-fault-text.ts';
import type { ModelFault, ModelsState } from '../../../../shared/protocol/models.ts';

/** The models of the providers that can be asked, by their whole ids. */
export class KnownModels {
  models = $state.raw<readonly string[]>([]);
  state = $state<'idle' | 'loading' | 'there'>('idle');
  #read = $state.raw<Answer<ModelsState>>();
  #faults = $state.raw<readonly { provider: string; why: Failed | ModelFault }[]>([]);
  /** Why no provider can be asked at all. */
  missing = $derived.by(() => {
    if (!this.#read) return undefined;
    return this.#read.kind === 'ok' ? this.#read.value.missing : failedText(this.#read);
  });
  /** Why a provider did not name its models. */
  faults = $derived(
    this.#faults.map(({ provider, why }) => ({
      provider,
      text: 'kind' in why ? failedText(why) : modelFaultText(why),
    })),
  );

  async load(): Promise<void> {
    this.state = 'loading';
    this.#faults = [];
    const answer = await modelsApi.read();
    this.#read = answer;
    if (answer.kind !== 'ok') {
      this.state = 'there';
      return;
    }
    const usable = answer.value.providers.filter(({ id, key, addressFrom }) =>
      // A server of one's own is asked once somebody has said where it is.
      id === 'local' ? addressFrom !== 'default' : key !== 'none',
    );
    const named = await Promise.all(usable.map(({ id }) => this.#names(id)));
    this.models = named.flat().sort();
    this.state = 'there';
  }

  async #names(provider: Parameters<typeof modelsApi.names>[0]): Promise<string[]> {
    const answer = await modelsApi.names(provider);
    const why = answer.kind === 'ok' ? answer.value.fault : answer;
    if (why) this.#faults = [...this.#faults, { provider, why }];
    return answer.kind === 'ok' ? answer.value.names.map((name) => `${provider}:${name}`) : [];
  }
}
