import { languages } from '../../shared/languages/languages.ts';
import type { Answer, Question } from '../../shared/registry/approval/approve.ts';
import type { Done } from '../../shared/registry/tool.ts';
import type { CallContext } from '../../shared/tool/run/call-context.ts';
import { say } from '../../shared/returns/said.ts';
import { Step, StepType } from '../../shared/tool/run/step.ts';
import { reasonsLine } from '../../shared/tool/problem/reason.ts';

interface Begun {
  /** The id of the unit, such as `builtin:Read`. */
  toolId: string;
  tool: string;
  /** The language of its code, if any. */
  language?: string | undefined;
  context?: CallContext | undefined;
}

/** Called at the start and the end of each step. Source: seed 003, `onStepStart` and `onStepComplete`. */
export type TellStep = (phase: 'start' | 'complete', step: Step) => void;

/** How many characters of a result a step keeps; the run has the whole. */
const MOST_RESULT = 2_000;
const MOST_SUMMARY = 200;
/** The most steps of a run, and their text in characters together; nobody reads more. */
const MOST_STEPS = 500;
const MOST_MB = 4;
const MB = 1024 * 1024;

/** A step of the tool itself: its result is cut, and its id cannot collide with a step of the run. */
const own = (step: Step): Step => ({
  ...step,
  id: /^(call|confirm-\d+)$/.test(step.id) ? `tool-${step.id}` : step.id,
  ...(step.result === undefined ? {} : { result: step.result.slice(0, MOST_RESULT) }),
});

/** Built-in tools and shells have their own types; everything else is a plain call. */
const typeOf = ({ toolId, tool, language }: Begun): StepType => {
  const own = languages.get(language ?? '')?.stepType;
  if (own !== undefined) return own;
  const word = toolId.startsWith('builtin:') ? tool.toLowerCase() : language;
  return StepType.safeParse(word).data ?? 'tool_call';
};

/** The steps of a run: approvals, the call itself, and the approval of its result. */
export class RunSteps {
  #steps: Step[] = [];
  #call: Step;
  #common: Pick<Step, 'turnIndex' | 'toolCallId'>;
  #tell: TellStep;
  /** The end of the call, before its result is approved. */
  #callEnded: number | undefined;
  /** What the tool's own steps take up with the call, and those of the run, which a tool cannot crowd out. */
  #taken = { tool: { steps: 1, characters: 0 }, run: { steps: 0, characters: 0 } };
  #isFull = false;

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

  /** In the order of their start. A running step has no duration. */
  get list(): Step[] {
    return this.#steps.map((step) => ({ ...step })).sort((a, b) => a.timestamp - b.timestamp);
  }

  /** Why steps were left out, if some were. */
  get warning(): string | undefined {
    const values = { count: MOST_STEPS, most: MOST_MB };
    return this.#isFull ? say('said-steps-left-out', values) : undefined;
  }

  /** Asks with `ask`, and records the question and the answer as a step. */
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
    const isKept = this.#begin(step);
    const answer = await ask();
    step.durationMs = Date.now() - step.timestamp;
    step.status = answer.answer === 'allow' ? 'completed' : 'failed';
    const { because } = answer;
    const error = because?.message ?? answer.reason;
    if (error !== undefined) step.error = error;
    if (because) step.denied = [because];
    if (isKept) this.#tell('complete', { ...step });
    // After a yes, the step that waited starts.
    if (!isResult && answer.answer === 'allow') {
      this.#call.timestamp = Date.now();
      this.#call.status = 'running';
    }
    return answer;
  }

  /** Records the start of a step of the tool itself. */
  readonly started = (step: Step): void => {
    this.#begin({ ...this.#common, ...own(step) }, 'tool');
  };

  /** Records the end of that step. */
  readonly completed = (told: Step): void => {
    const step = own(told);
    const at = this.#steps.findIndex(({ id }) => id === step.id);
    const before = this.#steps[at];
    const whole = { ...this.#common, ...before, ...step };
    if (!this.#hasRoom('tool', whole, before)) return;
    if (at < 0) this.#steps.push(whole);
    else this.#steps[at] = whole;
    this.#tell('complete', { ...whole });
  };

  /** Records the end of the call. A refused call never started. */
  end({ result, ending }: Done): Step[] {
    const ran = this.#callEnded !== undefined || !['denied', 'unavailable'].includes(ending.kind);
    const call = this.#call;
    call.status = this.#callEnded !== undefined || result.success ? 'completed' : 'failed';
    // A run has one duration everywhere; the Ending of a refused result has none.
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

  #begin(step: Step, whose: 'tool' | 'run' = 'run'): boolean {
    if (!this.#hasRoom(whose, step)) return false;
    this.#steps.push(step);
    this.#tell('start', { ...step });
    return true;
  }

  /** Counts a step, which may replace one, unless it is too much. */
  #hasRoom(whose: 'tool' | 'run', step: Step, before?: Step): boolean {
    const steps = this.#taken[whose].steps + (before ? 0 : 1);
    const more = JSON.stringify(step).length - (before ? JSON.stringify(before).length : 0);
    const characters = this.#taken[whose].characters + more;
    if (steps > MOST_STEPS || characters > MOST_MB * MB) {
      this.#isFull = true;
      return false;
    }
    this.#taken[whose] = { steps, characters };
    return true;
  }
}
