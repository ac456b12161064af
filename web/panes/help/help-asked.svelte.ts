import { languages } from '../../../shared/languages/languages.ts';
import type {
  HelpAsked,
  HelpEvidence,
  HelpShown,
  HelpTask,
} from '../../../shared/protocol/conversations/help.ts';
import { ModelId, type ModelsState } from '../../../shared/protocol/models.ts';
import { helpApi } from '../../api/help-api.ts';
import { modelsApi } from '../../api/models-api.ts';
import { failedText, type Failed } from '../../state/actions/failed.ts';
import type { App } from '../../state/app.svelte.ts';
import type { HelpWanted } from '../../state/help-wanted.ts';
import { remembered } from '../../storage/remembered.ts';
import { requestParts } from '../model/request/request-parts.ts';
import { TokenCounts } from '../model/request/token-counts.svelte.ts';
import { evidenceOfRun } from './evidence.ts';

const forms = {
  tool: ({ moduleFormat, writing }) => moduleFormat === undefined && writing !== undefined,
  module: ({ moduleStarter }) => moduleStarter !== undefined,
} satisfies Record<string, (language: ReturnType<typeof languages.get> & object) => boolean>;

/** What is asked of a model, and what exactly it would be sent. */
export class HelpAsk {
  readonly wanted: HelpWanted;
  readonly #app: App;
  wish = $state('');
  kind = $state<'tool' | 'module'>('tool');
  language = $state('python');
  /** Whether the run or the call goes along. */
  withEvidence = $state(true);
  /** A model of a provider, or the person, who asks elsewhere. */
  by = $state<'model' | 'person'>('model');
  model = $state('');
  /** The answer that the person got elsewhere. */
  pasted = $state('');
  providers = $state.raw<ModelsState>();
  shown = $state.raw<HelpShown>();
  #failed = $state.raw<Failed>();
  /** Why it is not shown. */
  problem = $derived(this.#failed && failedText(this.#failed));
  /** What was asked when it was shown: only that is sent. */
  #shownFor = $state.raw<string>();
  #asked = 0;
  readonly counts = new TokenCounts();

  choices = $derived([...languages.values()].filter(forms[this.kind]));
  evidence = $derived.by((): HelpEvidence | undefined => {
    if (this.wanted.kind !== 'fix') return undefined;
    return this.wanted.evidence ?? evidenceOfRun(this.#app, this.wanted.id);
  });
  task = $derived.by((): HelpTask | undefined => {
    const { wish, wanted } = this;
    if (wanted.kind === 'draft') {
      if (wish.trim() === '') return undefined;
      return { kind: 'draft', wish, as: { kind: this.kind, language: this.language } };
    }
    const files = this.#app.workspace.draft(wanted.id)?.files;
    if (!files) return undefined;
    const evidence = this.withEvidence ? this.evidence : undefined;
    return { kind: 'fix', id: wanted.id, files, wish, ...(evidence ? { evidence } : {}) };
  });
  modelId = $derived.by(() => {
    const parsed = ModelId.safeParse(this.model.trim());
    return this.by === 'model' && parsed.success && parsed.data !== 'person'
      ? parsed.data
      : undefined;
  });
  asked = $derived.by(
    (): HelpAsked | undefined => this.task && { model: this.modelId ?? 'person', task: this.task },
  );
  #key = $derived(this.asked && JSON.stringify(this.asked));
  isShown = $derived(this.#key !== undefined && this.#key === this.#shownFor);
  canSend = $derived(this.isShown && this.modelId !== undefined);
  /** The parts that a model reads. */
  parts = $derived.by(() => {
    if (!this.shown) return [];
    if (this.by === 'person')
      return [{ id: 'text', group: 'messages' as const, text: this.shown.text }];
    return requestParts(this.shown.body) ?? [];
  });
  tokens = $derived(this.counts.sum(this.parts.map(({ text }) => text)));
  /** Nobody can be asked: no provider has a key, and no server of one's own is set. */
  hasNobody = $derived.by(
    () =>
      this.providers !== undefined &&
      !this.providers.providers.some(({ id, key, addressFrom }) =>
        id === 'local' ? addressFrom !== 'default' : key !== 'none',
      ),
  );

  constructor(app: App, wanted: HelpWanted) {
    this.#app = app;
    this.wanted = wanted;
    const { model = '', by = 'model' } = Object(remembered.read('help'));
    if (typeof model === 'string') this.model = model;
    if (by === 'person') this.by = by;
  }

  chooseKind(kind: 'tool' | 'module'): void {
    this.kind = kind;
    if (!this.choices.some(({ id }) => id === this.language))
      this.language = this.choices[0]?.id ?? '';
  }

  /** Which providers are known; none of them is asked anything. */
  async readProviders(): Promise<void> {
    const answer = await modelsApi.read();
    if (answer.kind === 'ok') this.providers = answer.value;
  }

  remember(): void {
    remembered.write('help', { model: this.model, by: this.by });
  }

  /** Asks the runner what would be sent. Nothing leaves. */
  async show(): Promise<void> {
    const asked = ++this.#asked;
    const wanted = this.asked;
    const key = this.#key;
    if (!wanted) {
      this.shown = undefined;
      this.#failed = undefined;
      return;
    }
    const answer = await helpApi.show(wanted);
    if (asked !== this.#asked) return;
    this.#failed = answer.kind === 'ok' ? undefined : answer;
    this.shown = answer.kind === 'ok' ? answer.value : undefined;
    this.#shownFor = answer.kind === 'ok' ? key : undefined;
    await this.counts.count(this.parts.map(({ text }) => text));
  }
}
