import { languages } from '../../shared/languages/languages.ts';
import type { Answer, Question } from '../../shared/registry/approve.ts';
import type { Done } from '../../shared/registry/tool.ts';
import type { CallContext } from '../../shared/tool/call-context.ts';
import { Step, StepType } from '../../shared/tool/step.ts';
import { reasonsLine } from '../../shared/tool/reason.ts';

interface Begun {
  /** The id of the unit, such as `builtin:Read`. */
  toolId: string;
  tool: string;
  /** The language of its code, where it has one. */
  language?: string | undefined;
  context?: CallContext | undefined;
}

/** Hears of steps as they begin and end. Source: seed 003, `onStepStart` and `onStepComplete`. */
export type TellStep = (phase: 'start' | 'complete', step: Step) => void;

/** What is kept of a result beside the run's own record of it, in characters. */
const MOST_RESULT = 2_000;
const MOST_SUMMARY = 200;
/** More steps than a person reads of one run. */
const MOST_STEPS = 500;

/** A tool's step keeps out of the way of the run's own ones, whatever its id is. */
const own = (step: Step): Step => ({
  ...step,
  id: /^(call|confirm-\d+)$/.test(step.id) ? `tool-${step.id}` : step.id,
  ...(step.result === undefined ? {} : { result: step.result.slice(0, MOST_RESULT) }),
});

/** The built-in tools and the shell have a type of their own; everything else is a call. */
const typeOf = ({ toolId, tool, language }: Begun): StepType => {
  const own = languages.get(language ?? '')?.stepType;
  if (own !== undefined) return own;
  const word = toolId.startsWith('builtin:') ? tool.toLowerCase() : language;
  return StepType.safeParse(word).data ?? 'tool_call';
};

/** What a run went through: what was asked, the call itself, and whether the model might see the answer. */
export class RunSteps {
  #steps: Step[] = [];
  #call: Step;
  #common: Pick<Step, 'turnIndex' | 'toolCallId'>;
  #tell: TellStep;
  /** When the call was over, which is before its result is asked for. */
  #callEnded: number | undefined;

  constructor(begun: Begun, tell: TellStep = () => undefined) {
    const { turnIndex, callId: toolCallId } = begun.context ?? {};
    this.#common = { turnIndex, toolCallId };
    this.#tell = tell;
    this.#call = {
      ...{ id: 'call', type: typeOf(begun), title: begun.tool, status: 'pending' },
      ...{ timestamp: Date.now(), ...this.#common },
    };
    this.#begin(this.#call);
  }

  /** In the order in which they began; of one that goes on there is no duration. */
  get list(): Step[] {
    return this.#steps.map((step) => ({ ...step })).sort((a, b) => a.timestamp - b.timestamp);
  }

  /** Says the same as `ask`, and keeps what came of it. */
  async asked(question: Question, ask: () => Promise<Answer>): Promise<Answer> {
    const isResult = question.about === 'result';
    const confirm = this.#call.type === 'bash' ? 'bash-confirm' : 'tool-confirm';
    if (isResult) this.#callEnded ??= Date.now();
    const step: Step = {
      id: `confirm-${this.#steps.length}`,
      type: isResult ? 'result-confirm' : confirm,
      title: question.tool,
      ...(question.reasons.length > 0
        ? { description: reasonsLine(question.reasons), asks: question.reasons }
        : {}),
      status: 'awaiting-confirmation',
      timestamp: Date.now(),
      ...this.#common,
    };
    this.#begin(step);
    const answer = await ask();
    step.durationMs = Date.now() - step.timestamp;
    step.status = answer.answer === 'allow' ? 'completed' : 'failed';
    const { because } = answer;
    const error = because?.message ?? answer.reason;
    if (error !== undefined) step.error = error;
    if (because) step.denied = [because];
    this.#tell('complete', { ...step });
    // What waited for the answer begins now, if it was a yes.
    if (!isResult && answer.answer === 'allow') {
      this.#call.timestamp = Date.now();
      this.#call.status = 'running';
    }
    return answer;
  }

  /** A step that the tool takes itself, as it begins. */
  readonly started = (step: Step): void => {
    if (this.#steps.length < MOST_STEPS) this.#begin({ ...this.#common, ...own(step) });
  };

  /** The same step, when it is over. */
  readonly completed = (told: Step): void => {
    const step = own(told);
    const at = this.#steps.findIndex(({ id }) => id === step.id);
    const whole = { ...this.#common, ...this.#steps[at], ...step };
    if (at < 0 && this.#steps.length >= MOST_STEPS) return;
    if (at < 0) this.#steps.push(whole);
    else this.#steps[at] = whole;
    this.#tell('complete', { ...whole });
  };

  /** The call is over: a refused one never began. */
  end({ result, ending }: Done): Step[] {
    const ran = this.#callEnded !== undefined || !['denied', 'unavailable'].includes(ending.kind);
    const call = this.#call;
    call.status = this.#callEnded !== undefined || result.success ? 'completed' : 'failed';
    // A run has one duration, wherever it is shown; an ending that its result was refused with has none.
    const over = ending.kind === 'denied' ? this.#callEnded : undefined;
    const took = over === undefined ? ending.durationMs : over - call.timestamp;
    call.durationMs = ran ? Math.max(0, took) : 0;
    if (!ran) call.timestamp = Date.now();
    call.result = result.llmContent.slice(0, MOST_RESULT);
    call.summary = result.displayContent.split('\n', 1)[0]?.slice(0, MOST_SUMMARY);
    if (!result.success && result.error) call.error = result.error.message;
    if (ending.kind === 'denied') call.denied = ending.because;
    const agent = Step.shape.toolAgentResult.safeParse(result.metadata?.toolAgentResult).data;
    if (agent) call.toolAgentResult = { ...agent, summary: agent.summary.slice(0, MOST_RESULT) };
    this.#tell('complete', { ...call });
    return this.list;
  }

  #begin(step: Step): void {
    this.#steps.push(step);
    this.#tell('start', { ...step });
  }
}
