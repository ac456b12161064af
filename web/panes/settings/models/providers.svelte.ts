import type {
  ModelFault,
  ModelNames,
  ModelProvider,
  ModelsState,
  ModelTested,
  ProviderChange,
} from '../../../../shared/protocol/models.ts';
import type { Failed } from '../../../state/actions/failed.ts';
import { AnswerOrder } from '../../../state/answer-order.ts';
import type { Answer } from '../../../api/client.ts';
import { modelsApi } from '../../../api/models-api.ts';

/** What the last "Test" of a provider came to. */
export interface TestOutcome {
  model: string;
  ms: number;
  fault?: ModelFault | undefined;
}

/** The providers of models as the runner knows them. A key passes through and is not held here. */
export class Providers {
  state = $state.raw<ModelsState>();
  /** Why something could not be read or changed; worded when it is drawn. */
  problem = $state.raw<Failed>();
  /** Counts what was kept, so that each keeping can be said. */
  saved = $state(0);
  /** By provider: what it serves, and what was tested last. */
  names = $state.raw<Partial<Record<ModelProvider, ModelNames>>>({});
  tested = $state.raw<Partial<Record<ModelProvider, TestOutcome>>>({});
  /** Whom something is being asked of. */
  asking = $state.raw<Partial<Record<ModelProvider, 'names' | 'test'>>>({});

  readonly #states = new AnswerOrder();

  /** Every model that is known by its id, for whoever types one. */
  ids = $derived(
    Object.entries(this.names).flatMap(([id, { names }]) => names.map((name) => `${id}:${name}`)),
  );

  async load(): Promise<void> {
    await this.#accept(modelsApi.read());
  }

  async change(provider: ModelProvider, change: ProviderChange): Promise<void> {
    const answer = await this.#accept(modelsApi.change(provider, change));
    if (answer.kind !== 'ok') return;
    this.saved += 1;
    // What it served or said before may have been another one.
    this.names = { ...this.names, [provider]: undefined };
    this.tested = { ...this.tested, [provider]: undefined };
  }

  async list(provider: ModelProvider): Promise<void> {
    await this.#ask(provider, 'names', async () => {
      const answer = await modelsApi.names(provider);
      if (this.#fits(answer)) this.names = { ...this.names, [provider]: answer.value };
    });
  }

  async test(provider: ModelProvider, name: string): Promise<void> {
    await this.#ask(provider, 'test', async () => {
      const model = `${provider}:${name}`;
      const answer: Answer<ModelTested> = await modelsApi.test(model);
      if (this.#fits(answer))
        this.tested = { ...this.tested, [provider]: { model: name, ...answer.value } };
    });
  }

  async #ask(provider: ModelProvider, what: 'names' | 'test', ask: () => Promise<void>) {
    if (this.asking[provider]) return;
    this.asking = { ...this.asking, [provider]: what };
    await ask();
    this.asking = { ...this.asking, [provider]: undefined };
  }

  async #accept(asked: Promise<Answer<ModelsState>>): Promise<Answer<ModelsState>> {
    const takes = this.#states.ask();
    const answer = await asked;
    const isKnown = this.#fits(answer);
    if (!takes()) void this.load();
    else if (isKnown) this.state = answer.value;
    return answer;
  }

  #fits<T>(answer: Answer<T>): answer is Extract<Answer<T>, { kind: 'ok' }> {
    this.problem = answer.kind === 'ok' ? undefined : answer;
    return answer.kind === 'ok';
  }
}
