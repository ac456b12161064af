import { modelsApi } from '../../../api/models-api.ts';
import { failedText } from '../../../state/actions/failed.ts';
import { modelFaultText } from '../../../i18n/model-fault-text.ts';

/** The models of the providers that can be asked, by their whole ids. */
export class KnownModels {
  models = $state.raw<readonly string[]>([]);
  state = $state<'idle' | 'loading' | 'there'>('idle');
  /** Why no provider can be asked at all. */
  missing = $state<string>();
  /** Why a provider did not name its models. */
  faults = $state.raw<readonly { provider: string; text: string }[]>([]);

  async load(): Promise<void> {
    this.state = 'loading';
    this.faults = [];
    const answer = await modelsApi.read();
    if (answer.kind !== 'ok') {
      this.missing = failedText(answer);
      this.state = 'there';
      return;
    }
    this.missing = answer.value.missing;
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
    const fault = answer.kind === 'ok' ? answer.value.fault : undefined;
    const text = answer.kind === 'ok' ? fault && modelFaultText(fault) : failedText(answer);
    if (text !== undefined) this.faults = [...this.faults, { provider, text }];
    return answer.kind === 'ok' ? answer.value.names.map((name) => `${provider}:${name}`) : [];
  }
}
