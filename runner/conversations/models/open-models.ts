import { ModelProvider, partsOf } from '../../../shared/protocol/models.ts';
import type {
  ModelFault,
  ModelId,
  ModelNames,
  ModelsState,
  ModelTested,
} from '../../../shared/protocol/models.ts';
import type { Disk } from '../../platform/disk/disk.ts';
import { addressFault, fault, faultOf } from './faults.ts';
import { readAddress } from './addresses.ts';
import { askOf } from './ask-of.ts';
import { withoutWhole } from './keyless.ts';
import { isKey, Keys } from './keys.ts';
import { knownProviders, providerOfForm } from './known-providers.ts';
import type { Models, ModelRequest } from './model.ts';
import { providerModel } from './provider-model.ts';
import type { Given as Reachable } from './provider-model.ts';
import { openProcesses } from './provider-processes.ts';
import type { ProcessOptions, ProviderProcesses } from './provider-processes.ts';
import { usualWaits } from './retries.ts';
import { faultWithoutKey } from './without-key.ts';

export interface ModelsGiven extends ProcessOptions {
  disk: Disk;
  workspace: string;
  /** Returns a variable of the runner's environment. */
  variable(name: string): string | undefined;
  /** The time limit without a byte, in milliseconds. */
  silentMs?: number | undefined;
  /** The pauses before each retry, in milliseconds. */
  waits?: readonly number[];
}

const TWO_MINUTES = 120_000;
/** The time limit for a list of models and for a test. */
const ASIDE_MS = 20_000;
/** The model's name in a shown request if no model is selected. */
const NO_NAME = 'MODEL';

const oneWord: ModelRequest = {
  system: '',
  messages: [{ role: 'user', text: 'Answer with the one word: ready' }],
  tools: [],
};

/** The models of all providers, and their state for the settings. */
export class ProviderModels implements Models {
  readonly keys: Keys;
  readonly #processes: ProviderProcesses;
  readonly #silentMs: number;
  readonly #waits: readonly number[];

  constructor(given: ModelsGiven) {
    this.keys = new Keys(given.disk, given.workspace, given.variable);
    this.#processes = openProcesses(given);
    this.#silentMs = given.silentMs ?? TWO_MINUTES;
    this.#waits = given.waits ?? usualWaits;
  }

  async open(id: ModelId) {
    const reached = await this.#reach(id);
    return 'fault' in reached ? reached : providerModel(reached);
  }

  async show(request: ModelRequest, { id, form }: Parameters<Models['show']>[1]) {
    const { provider: named, name } = partsOf(id);
    const own = ModelProvider.safeParse(named);
    const provider = own.success ? own.data : providerOfForm[form];
    const { address: usual, form: shown } = knownProviders[provider];
    const read = readAddress((await this.keys.of(provider)).address, provider);
    const server = { provider, address: read.ok ? read.address : usual };
    const { ask } = askOf(request, { ...server, name: own.success ? name : NO_NAME });
    const { show } = await import('./show.ts');
    return show(ask, shown);
  }

  /** Asks a model for one word, without retries. */
  async test(id: ModelId): Promise<ModelTested> {
    const began = performance.now();
    const failed = await this.#askForOneWord(id);
    const ms = Math.round(performance.now() - began);
    return { ms, ...(failed ? { fault: failed } : {}) };
  }

  /** Returns the models that a provider lists. */
  async names(provider: ModelProvider): Promise<ModelNames> {
    const reached = await this.#reach(`${provider}:${NO_NAME}`);
    if ('fault' in reached) return { names: [], fault: reached.fault };
    const silentMs = this.#asideMs;
    const { address, host, key } = reached;
    const answered = await this.#processes.use(host, (process) => {
      const id = crypto.randomUUID();
      const server = { provider, address };
      return new Promise<ModelNames>((settle) => {
        const failed = (met: ModelFault) => settle({ names: [], fault: faultWithoutKey(met, key) });
        process.ask({ type: 'names', id, server, key, silentMs }, (said) => {
          if (said.type === 'names')
            settle({ names: said.names.map((name) => withoutWhole(name, key)) });
          else if (said.type === 'failed')
            failed(faultOf(said.failure, { ...server, name: '', silentMs }));
          else if (said.type === 'died') failed(fault('no-host', { why: said.reason }));
        });
      });
    });
    return 'missing' in answered
      ? { names: [], fault: fault('no-host', { why: answered.missing }) }
      : answered;
  }

  async state(): Promise<ModelsState> {
    const missing = await this.#processes.missing();
    const states = ModelProvider.options.map(async (id) => {
      const { label, variables } = knownProviders[id];
      const { address, addressFrom, keyFrom: key } = await this.keys.of(id);
      return { id, label, address, addressFrom, key, variable: variables.key };
    });
    return { providers: await Promise.all(states), ...(missing === undefined ? {} : { missing }) };
  }

  /** Returns the ids of the running processes. */
  pids(): Promise<number[]> {
    return this.#processes.pids();
  }

  close(): Promise<void> {
    return this.#processes.close();
  }

  get #asideMs(): number {
    return Math.min(this.#silentMs, ASIDE_MS);
  }

  /** Returns how to reach a model, or why that is impossible. */
  async #reach(id: ModelId): Promise<Reachable | { fault: ModelFault }> {
    const { provider: named, name } = partsOf(id);
    const known = ModelProvider.safeParse(named);
    if (!known.success) return { fault: fault('no-recording', { model: id }) };
    const provider = known.data;
    const { label, needsKey, variables } = knownProviders[provider];
    const { key, address } = await this.keys.of(provider);
    const values = { provider: label, variable: variables.key, model: name };
    const read = readAddress(address, provider);
    if (!read.ok) return { fault: addressFault(read.reason, { provider, address }) };
    if (key === undefined && needsKey) return { fault: fault('no-key', values) };
    if (key !== undefined && !isKey(key)) return { fault: fault('bad-key:characters', values) };
    return {
      ...{ id, name, provider, address: read.address, host: read.host, key },
      ...{ processes: this.#processes, silentMs: this.#silentMs, waits: this.#waits },
    };
  }

  async #askForOneWord(id: ModelId): Promise<ModelFault | undefined> {
    const reached = await this.#reach(id);
    if ('fault' in reached) return reached.fault;
    const model = providerModel({ ...reached, waits: [], silentMs: this.#asideMs });
    for await (const piece of model.answer(oneWord, new AbortController().signal)) {
      if (piece.type === 'fault') return piece.fault;
    }
    return undefined;
  }
}

/** Opens the models of all providers; starts and reads nothing before the first request. */
export const openModels = (given: ModelsGiven): ProviderModels => new ProviderModels(given);
