import type { Answer, Question } from '../../shared/registry/invoke-parts.ts';
import type { Ending } from '../../shared/tool/ending.ts';
import type { ToolResult } from '../../shared/tool/result.ts';
import { StepType, type Step } from '../../shared/tool/step.ts';

/** The built-in tools have a type of their own; everything else is a call. */
const typeOf = (toolId: string, tool: string, language: string | undefined): StepType => {
  if (language === 'bash') return 'bash';
  if (!toolId.startsWith('builtin:')) return 'tool_call';
  return StepType.safeParse(tool.toLowerCase()).data ?? 'tool_call';
};

/** What a run went through: what was asked, the call itself, and whether the model might see the answer. */
export class RunSteps {
  #steps: Step[] = [];
  #call: Step;
  /** When the call was over, which is before its result is asked for. */
  #callEnded: number | undefined;

  constructor(begun: { toolId: string; tool: string; language?: string | undefined }) {
    const { toolId, tool, language } = begun;
    const type = typeOf(toolId, tool, language);
    this.#call = {
      ...{ id: 'call', type, title: tool, status: 'pending', timestamp: Date.now() },
    };
    this.#steps.push(this.#call);
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
      ...(question.reasons.length > 0 ? { description: question.reasons.join('; ') } : {}),
      status: 'awaiting-confirmation',
      timestamp: Date.now(),
    };
    this.#steps.push(step);
    const answer = await ask();
    step.durationMs = Date.now() - step.timestamp;
    step.status = answer.answer === 'allow' ? 'completed' : 'failed';
    if (answer.reason !== undefined) step.error = answer.reason;
    // What waited for the answer begins now, if it was a yes.
    if (!isResult && answer.answer === 'allow') {
      this.#call.timestamp = Date.now();
      this.#call.status = 'running';
    }
    return answer;
  }

  /** The call is over: a refused one never began. */
  end({ result, ending }: { result: ToolResult; ending: Ending }): Step[] {
    const over = this.#callEnded ?? Date.now();
    const ran = this.#callEnded !== undefined || !['denied', 'unavailable'].includes(ending.kind);
    this.#call.status = this.#callEnded !== undefined || result.success ? 'completed' : 'failed';
    this.#call.durationMs = ran ? Math.max(0, over - this.#call.timestamp) : 0;
    if (!ran) this.#call.timestamp = over;
    if (!result.success && result.error) this.#call.error = result.error.message;
    return this.list;
  }
}
