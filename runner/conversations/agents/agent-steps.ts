import type {
  ConversationNode,
  TurnEvent,
} from '../../../shared/protocol/conversations/conversations.ts';
import type { Tell } from '../../../shared/tool/run/host.ts';
import type { Step } from '../../../shared/tool/run/step.ts';
import { textOf, thinkingOf } from './result.ts';

const MOST_TEXT = 2_000;

/**
 * Reports an agent's work as events of its run. Steps of its calls start and end as in their own runs, and end
 * again with a summary, which is what the model said after their results. Text, progress and errors are
 * updates. Source: seed 003, ToolAgentEvents.
 */
export class AgentSteps {
  #tell: Tell;
  #model: string;
  #turn = 0;
  #thinking = '';
  /** The last reported step of each call in this turn, by call id. */
  #calls = new Map<string, Step>();

  constructor(tell: Tell, model: string) {
    this.#tell = tell;
    this.#model = model;
  }

  /** Reports the first request before the model answers. */
  begin(): void {
    this.#progress(`Turn 1: asking ${this.#model}`);
  }

  readonly hear = (event: TurnEvent): void => {
    switch (event.type) {
      case 'text':
      case 'reasoning':
        return this.#update({ [event.type]: event.text });
      case 'retry':
        return this.#error(event.fault.message);
      case 'run':
        if (event.event.type === 'step') this.#step(event.callId, event.event);
        return;
      case 'stopped':
        if (event.fault) this.#error(event.fault.message);
        return;
      case 'node':
        return this.#node(event.node);
      default:
    }
  };

  #node(node: ConversationNode): void {
    if (node.role === 'answer' && node.stopped === undefined) {
      this.#summarize(textOf(node));
      this.#thinking = thinkingOf(node).slice(0, MOST_TEXT);
      const calls = node.parts.filter(({ type }) => type === 'call').length;
      if (calls > 0) this.#progress(`Turn ${this.#turn + 1}: ${calls} calls`);
    }
    if (node.role !== 'results' || node.stopped !== undefined) return;
    for (const { callId, name, result, durationMs } of node.results) {
      // A refused or mocked call had no run.
      if (this.#calls.has(callId)) continue;
      const error = result.error?.message ?? result.llmContent;
      this.#begin(callId, {
        ...{ id: 'call', type: 'tool_call', title: name, timestamp: node.at, durationMs },
        ...{ status: result.success ? 'completed' : 'failed', turnIndex: this.#turn },
        ...{ toolCallId: callId, result: result.llmContent.slice(0, MOST_TEXT) },
        ...(result.success ? {} : { error }),
      });
    }
    this.#turn += 1;
    this.#progress(`Turn ${this.#turn + 1}: asking ${this.#model}`);
  }

  #begin(callId: string, step: Step): void {
    const whole = this.#placed(callId, step);
    this.#calls.set(callId, whole);
    this.#tell({ type: 'step', phase: 'start', step: { ...whole, status: 'running' } });
    this.#tell({ type: 'step', phase: 'complete', step: whole });
  }

  /** Reports a step of a call's run below that call, including the steps of a called agent. */
  #step(callId: string, { phase, step }: { phase: 'start' | 'complete'; step: Step }): void {
    const placed = this.#placed(callId, step);
    if (step.id === 'call') this.#calls.set(callId, placed);
    this.#tell({ type: 'step', phase, step: placed });
  }

  #placed(callId: string, step: Step): Step {
    const isCall = step.id === 'call';
    return {
      ...step,
      id: `${this.#turn}-${callId}/${step.id}`,
      ...(isCall && this.#thinking !== '' ? { thinking: this.#thinking } : {}),
    };
  }

  /** Adds the model's text after the results to the calls of the last turn, as their summary. */
  #summarize(text: string): void {
    const summary = text.slice(0, MOST_TEXT);
    if (summary !== '')
      for (const step of this.#calls.values())
        this.#tell({ type: 'step', phase: 'complete', step: { ...step, summary } });
    this.#calls.clear();
  }

  #progress(title: string): void {
    this.#update({ title });
  }

  #error(error: string): void {
    this.#update({ error });
  }

  #update(update: Record<string, string>): void {
    this.#tell({ type: 'update', update });
  }
}
