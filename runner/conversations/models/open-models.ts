import { partsOf } from '../../../shared/protocol/models.ts';
import { ModelProvider } from '../../../shared/protocol/models.ts';
import type {
  ModelFault,
  ModelId,
  ModelNames,
  ModelsState,
  ModelTested,
} from '../../../shared/protocol/models.ts';
import type { Disk } from '../../platform/disk.ts';
import { addressFault, fault, faultOf } from './faults.ts';
import { readAddress } from './addresses.ts';
import { askOf } from './ask-of.ts';
import { Keys } from './keys.ts';
import { knownProviders, providerOfForm } from './known-providers.ts';
import type { Models, ModelRequest } from './model.ts';
import { providerModel } from './provider-model.ts';
import type { Given as Reachable } from './provider-model.ts';
import { ProviderProcesses } from './provider-processes.ts';
import type { ProcessOptions } from './provider-processes.ts';
import { usualWaits } from './retries.ts';
import { faultWithoutKey } from './without-key.ts';

export interface ModelsGiven extends ProcessOptions {
  disk: Disk;
  workspace: string;
  /** A variable of the runner's environment. */
  variable(name: string): string | undefined;
  /** Milliseconds without a byte after which nobody waits on. */
  silentMs?: number;
  /** Milliseconds before each further try. */
  waits?: readonly number[];
}

/** The models of providers, and what the settings show of them. */
export interface ProviderModels extends Models {
  keys: Keys;
  state(): Promise<ModelsState>;
  /** What a provider says it serves. */
  names(provider: ModelProvider): Promise<ModelNames>;
  /** Asks a model for one word, once. */
  test(id: ModelId): Promise<ModelTested>;
  /** Numbers of the processes that live. */
  pids(): Promise<number[]>;
}

const TWO_MINUTES = 120_000;
/** Stands for a model's name where a request is shown and nobody's model is asked. */
const NO_NAME = 'MODEL';
/** A printable key; a header takes no other. */
const KEY = /^[\x21-\x7e]+$/;

const oneWord: ModelRequest = {
  system: '',
  messages: [{ role: 'user', text: 'Answer with the one word: ready' }],
  tools: [],
};

/** Opens the models of all providers; nothing is started or read before one is asked. */
export function openModels(given: ModelsGiven): ProviderModels {
  const { silentMs = TWO_MINUTES, waits = usualWaits } = given;
  const keys = new Keys(given.disk, given.workspace, given.variable);
  const processes = new ProviderProcesses(given);

  /** How a model is reached, or why it cannot be. */
  async function reach(id: ModelId): Promise<Reachable | { fault: ModelFault }> {
    const { provider: named, name } = partsOf(id);
    const provider = ModelProvider.safeParse(named);
    if (!provider.success) return { fault: fault('no-recording', { model: id }) };
    const { label, needsKey, variables } = knownProviders[provider.data];
    const { key, address } = await keys.of(provider.data);
    const values = { provider: label, variable: variables.key, model: name };
    const read = readAddress(address, provider.data);
    if (!read.ok) {
      return { fault: addressFault(read.reason, { provider: provider.data, address }) };
    }
    if (key === undefined && needsKey) return { fault: fault('no-key', values) };
    if (key !== undefined && !KEY.test(key)) return { fault: fault('bad-key:characters', values) };
    return {
      ...{ id, name, provider: provider.data, address: read.address, host: read.host, key },
      ...{ processes, silentMs, waits },
    };
  }

  async function names(provider: ModelProvider): Promise<ModelNames> {
    const reached = await reach(`${provider}:${NO_NAME}`);
    if ('fault' in reached) return { names: [], fault: reached.fault };
    const { address, host, key } = reached;
    const answered = await processes.use(host, (process) => {
      const id = crypto.randomUUID();
      return new Promise<ModelNames>((settle) => {
        const failed = (met: ModelFault) => settle({ names: [], fault: faultWithoutKey(met, key) });
        process.ask({ type: 'names', id, server: { provider, address }, key, silentMs }, (said) => {
          if (said.type === 'names') settle({ names: said.names });
          else if (said.type === 'failed') failed(faultOf(said.failure, { ...reached, name: '' }));
          else if (said.type === 'died') failed(fault('no-host', { why: said.reason }));
        });
      });
    });
    return 'missing' in answered
      ? { names: [], fault: fault('no-host', { why: answered.missing }) }
      : answered;
  }

  return {
    keys,
    names,
    async open(id) {
      const reached = await reach(id);
      return 'fault' in reached ? reached : providerModel(reached);
    },
    async show(request, { id, form }) {
      const { provider: named, name } = partsOf(id);
      const own = ModelProvider.safeParse(named);
      const provider = own.success ? own.data : providerOfForm[form];
      const { address: usual, form: shown } = knownProviders[provider];
      const read = readAddress((await keys.of(provider)).address, provider);
      const server = { provider, address: read.ok ? read.address : usual };
      const { ask } = askOf(request, { ...server, name: own.success ? name : NO_NAME });
      const { show } = await import('./show.ts');
      return show(ask, shown);
    },
    async test(id) {
      const began = performance.now();
      const reached = await reach(id);
      const ms = () => Math.round(performance.now() - began);
      if ('fault' in reached) return { ms: ms(), fault: reached.fault };
      const stop = new AbortController();
      const model = providerModel({ ...reached, waits: [] });
      for await (const piece of model.answer(oneWord, stop.signal)) {
        if (piece.type === 'fault') return { ms: ms(), fault: piece.fault };
      }
      return { ms: ms() };
    },
    async state() {
      const missing = await processes.missing();
      const states = ModelProvider.options.map(async (id) => {
        const { label, variables } = knownProviders[id];
        const { address, addressFrom, keyFrom: key } = await keys.of(id);
        return { id, label, address, addressFrom, key, variable: variables.key };
      });
      return {
        providers: await Promise.all(states),
        ...(missing === undefined ? {} : { missing }),
      };
    },
    pids: () => processes.pids(),
    close: () => processes.close(),
  };
}
