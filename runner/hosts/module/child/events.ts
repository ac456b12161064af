import type { SessionEvent } from '../../../../shared/protocol/modules/module-session.ts';
import type { Outcome } from '../messages.ts';
import { answerOf, formatLog } from './answers.ts';
import { contextOf } from './extension-api.ts';
import type { Call } from './loaded-tool.ts';
import { faultOf, importFault, noRight } from './faults.ts';
import { identityOf, type State } from './state.ts';

/** The names of session events for extensions, early ones and those of today. */
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

/** Returns the outcome of a tool that threw: its error's message as text. Source: seed 002. */
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
 * Runs a call between the module's own handlers. A `tool_call` handler may block it; `tool_result` handlers may
 * replace content and details, and turn an error into a success. Source: seed 002.
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
  // The fault is dropped if a handler declares success.
  return changed.isError && outcome.fault ? { ...changed, fault: outcome.fault } : changed;
}

/** Passes a session event to an extension. An error in a handler is logged and stops nothing. */
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
