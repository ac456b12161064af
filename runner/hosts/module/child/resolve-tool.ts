import type { LoadedTool } from './loaded-tool.ts';
import { answerOf } from './answer-of.ts';
import { tellPending } from './host-api.ts';
import type { State } from './state.ts';

/**
 * The hidden tool that settles what `pushPendingAction` left open: the last action first. Source: seed
 * 002's system, resolve.
 */
export const resolveTool = (state: State): LoadedTool => ({
  facts: {
    name: 'resolve',
    label: 'Resolve',
    description: 'Applies or discards the action that a tool has prepared',
    parameters: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['apply', 'discard'] },
        reason: { type: 'string', description: 'Why it is applied or discarded' },
      },
      required: ['action', 'reason'],
    },
    unlisted: true,
    problems: [],
  },
  async run(call) {
    const action = state.pending.pop();
    if (!action) throw new Error('No pending action to resolve. Nothing to apply or discard.');
    tellPending(state);
    const reason = String(call.arguments.reason);
    const isApplied = call.arguments.action === 'apply';
    const answer = isApplied ? await action.apply(reason) : await action.reject?.(reason);
    const facts = {
      action: call.arguments.action,
      label: action.label,
      tool: action.sourceToolName,
    };
    if (answer !== undefined) return answerOf(answer);
    const text = `${isApplied ? 'Applied' : 'Discarded'}: ${action.label}. Reason: ${reason}`;
    return answerOf({ content: [{ type: 'text', text }], details: facts });
  },
});
