import type { SessionEvent } from '../../../../shared/protocol/modules/module-session.ts';
import type { Outcome } from '../messages.ts';
import { answerOf, formatLog } from './answers.ts';
import { contextOf } from './extension-api.ts';
import type { Call } from './loaded-tool.ts';
import { faultOf, importFault, noRight } from './faults.ts';
import { identityOf, type State } from './state.ts';

/** What extensions call the events that custom tools hear of, early names and those of today. */
const names: Record<SessionEvent['reason'], [name: string, reason?: string][]> = {
  start: [['session_start', 'startup']],
  switch: [
    ['session_switch', 'resume'],
    ['session_start', 'resume'],
  ],
  branch: [['session_branch'], ['session_fork'], ['session_start', 'fork']],
  tree: [['session_tree']],
  shutdown: [['session_shutdown', 'quit']],
  auto_compaction_start: [['auto_compaction_start'], ['session_before_compact']],
  auto_compaction_end: [['auto_compaction_end'], ['session_compact']],
  auto_retry_start: [['auto_retry_start']],
  auto_retry_end: [['auto_retry_end']],
  ttsr_triggered: [['ttsr_triggered']],
  todo_reminder: [['todo_reminder']],
};

async function heardBy(state: State, name: string, event: Record<string, unknown>) {
  const answers: Record<string, unknown>[] = [];
  for (const handler of state.handlers.get(name) ?? []) {
    try {
      const answer = await handler(event, contextOf(state));
      if (typeof answer === 'object' && answer !== null) {
        answers.push(answer as Record<string, unknown>);
        Object.assign(event, answer);
      }
    } catch (thrown) {
      const text = `A handler of "${name}" broke: ${formatLog([thrown])}`;
      state.tell({ type: 'log', level: 'warn', text });
    }
  }
  return answers;
}

/** What a tool that threw answers: its error's message as text. Source: seed 002. */
export function thrownOutcome(thrown: unknown, base: string): Outcome {
  const fault = faultOf(thrown, base);
  const message =
    importFault(fault.message, base) ??
    (/^Requires \w+ access/.test(fault.message) ? noRight(fault.message) : fault.message);
  return {
    content: [{ type: 'text', text: message || fault.class }],
    details: {},
    isError: true,
    fault: { ...fault, message },
  };
}

/**
 * Runs a call between the module's own handlers: one of `tool_call` may block it, those of `tool_result`
 * may write another content and details, and turn an error into none. Source: seed 002.
 */
export async function rewrite(
  state: State,
  call: Call,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const facts = {
    toolName: call.tool,
    toolCallId: identityOf(state, call).callId,
    input: call.arguments,
  };
  const before = await heardBy(state, 'tool_call', { type: 'tool_call', ...facts });
  const block = before.find((answer) => answer.block === true);
  let outcome: Outcome;
  if (block) {
    const reason = typeof block.reason === 'string' ? block.reason : 'Blocked by a handler';
    outcome = { content: [{ type: 'text', text: reason }], details: {}, isError: true };
  } else {
    try {
      outcome = await work();
    } catch (thrown) {
      outcome = thrownOutcome(thrown, state.base);
    }
  }
  if (!state.handlers.has('tool_result')) return outcome;
  const { content, details, isError } = outcome;
  const event = { type: 'tool_result', ...facts, content, details, isError };
  const answers = await heardBy(state, 'tool_result', event);
  if (answers.length === 0) return outcome;
  const changed = answerOf(event);
  // What was thrown is no longer the story once a handler says that all is well.
  return changed.isError && outcome.fault ? { ...changed, fault: outcome.fault } : changed;
}

/** Tells an extension of an event of its session. What breaks in it is logged and stops nothing. */
export async function tellHandlers(state: State, event: SessionEvent): Promise<void> {
  for (const [type, reason] of names[event.reason]) {
    for (const handler of state.handlers.get(type) ?? []) {
      try {
        await handler(
          { ...event, type, ...(reason === undefined ? {} : { reason }) },
          contextOf(state),
        );
      } catch (thrown) {
        const text = `A handler of "${type}" broke: ${formatLog([thrown])}`;
        state.tell({ type: 'log', level: 'warn', text });
      }
    }
  }
}
