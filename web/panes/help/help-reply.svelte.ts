import type {
  HelpAnswer,
  HelpAsked,
  HelpTask,
} from '../../../shared/protocol/conversations/help.ts';
import type { ModelFault, Usage } from '../../../shared/protocol/models.ts';
import { helpApi } from '../../api/help-api.ts';
import type { RunFailure } from '../../api/runs-api.ts';
import { t } from '../../i18n/i18n.svelte.ts';
import { modelFaultText } from '../../i18n/model-fault-text.ts';
import { refusalText } from '../../i18n/refusal-text.ts';
import { failedText, type Failed } from '../../state/actions/failed.ts';
import { hp } from './texts.ts';

/** Why there is no answer. It is worded when it is drawn, in the language that is chosen then. */
type Why =
  | RunFailure
  | { type: 'stopped' }
  | { type: 'fault'; fault: ModelFault }
  | { type: 'failed'; failed: Failed };

/** What comes of one request: its answer as it streams, and what is proposed in the end. */
export class HelpReply {
  state = $state<'none' | 'asking' | 'over'>('none');
  text = $state('');
  reasoning = $state('');
  usage = $state.raw<Usage>();
  /** The model is asked again, and why. */
  #retry = $state.raw<ModelFault>();
  retry = $derived(this.#retry && modelFaultText(this.#retry));
  answer = $state.raw<HelpAnswer>();
  /** Why there is no answer. */
  #why = $state.raw<Why>();
  failure = $derived(this.#why && whyText(this.#why));
  /** Whether a key or an address of a provider mends it. */
  needsSettings = $derived(this.#why?.type === 'fault' && settled.has(this.#why.fault.code));
  durationMs = $state(0);
  elapsedMs = $state(0);
  #abort: AbortController | undefined;

  proposal = $derived(this.answer && 'proposal' in this.answer ? this.answer.proposal : undefined);
  nothing = $derived(this.answer && 'nothing' in this.answer ? this.answer.nothing : undefined);

  async ask(asked: HelpAsked): Promise<void> {
    this.#begin();
    const abort = (this.#abort = new AbortController());
    const began = performance.now();
    const clock = setInterval(() => (this.elapsedMs = performance.now() - began), 200);
    try {
      for await (const event of helpApi.ask(asked, abort.signal)) {
        if (abort.signal.aborted) break;
        this.#hear(event);
      }
    } catch (thrown) {
      if (!abort.signal.aborted) throw thrown;
    } finally {
      clearInterval(clock);
      if (this.#abort === abort) this.state = 'over';
    }
  }

  stop(): void {
    this.#why = { type: 'stopped' };
    this.#abort?.abort();
  }

  /** Reads an answer that the person got elsewhere. */
  async read(task: HelpTask, answer: string): Promise<void> {
    this.#begin();
    const read = await helpApi.read({ task, answer });
    if (read.kind === 'ok') this.answer = read.value;
    else this.#why = { type: 'failed', failed: read };
    this.state = 'over';
  }

  /** Forgets what came, for another request. */
  clear(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.#begin();
    this.state = 'none';
  }

  #begin(): void {
    this.state = 'asking';
    this.text = this.reasoning = '';
    this.usage = this.answer = this.#why = this.#retry = undefined;
    this.elapsedMs = this.durationMs = 0;
  }

  #hear(event: Awaited<ReturnType<ReturnType<typeof helpApi.ask>['next']>>['value']): void {
    switch (event.type) {
      case 'text':
        this.text += event.text;
        break;
      case 'reasoning':
        this.reasoning += event.text;
        break;
      case 'usage':
        this.usage = { ...this.usage, ...event.usage };
        break;
      case 'retry':
        this.#retry = event.fault;
        break;
      case 'answered':
        this.answer = event.answer;
        this.durationMs = event.durationMs;
        break;
      case 'failed':
        this.#why = { type: 'fault', fault: event.fault };
        break;
      default:
        this.#why = event;
    }
  }
}

/** Faults that the settings of models mend. */
const settled = new Set(['no-key', 'bad-key', 'no-model', 'bad-address', 'unreachable']);

function whyText(why: Why): string {
  if (why.type === 'stopped') return hp('stopped');
  if (why.type === 'fault') return modelFaultText(why.fault);
  if (why.type === 'failed') return failedText(why.failed);
  if (why.type === 'broken-off') return hp('brokenOff');
  if (why.type === 'refused') return refusalText(why.error);
  return t(why.type === 'offline' ? 'shell.blocked.offline' : 'failed.noSession');
}
