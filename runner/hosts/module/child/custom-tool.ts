import type { SessionEvent } from '../../../../shared/protocol/modules/module-session.ts';
import { answerOf, formatLog } from './answers.ts';
import { draw } from './draw.ts';
import { contextOf, messagesOf } from './extension-api.ts';
import { tellPending } from './host-api.ts';
import { parameterNames } from './loaded-tool.ts';
import type { Call, LoadedTool } from './loaded-tool.ts';
import { schemaOf } from './schema-of.ts';
import { identityOf, type State } from './state.ts';
import { rewrite } from './events.ts';

/**
 * The hidden tool that settles what `pushPendingAction` left open, the last action first. Source: seed 002's
 * system, resolve.
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

/** `custom-tool`: (id, params, onUpdate, ctx, signal). `extension`: (id, params, signal, onUpdate, ctx). */
type ArgumentOrder = 'custom-tool' | 'extension';

type Fields = Record<string, unknown>;

/** Returns the fault in a tool's fields; such a tool is not offered. */
function faultIn({ name, execute, parameters, description }: Fields): string | undefined {
  if (typeof name !== 'string' || name.trim() === '') return 'A tool has no "name"';
  const so = (what: string) => `The tool "${name}" ${what}`;
  if (typeof execute !== 'function') return so('has no function "execute"');
  if (typeof parameters !== 'object' || parameters === null) {
    return so('has no "parameters"; give Type.Object({}) where it takes none');
  }
  if (description !== undefined && typeof description !== 'string') {
    return so('has a "description" that is not a string');
  }
  return undefined;
}

/** Converts a tool that a factory returned or an extension registered. The string says why that is impossible. */
export async function customTool(
  state: State,
  tool: unknown,
  kind: ArgumentOrder,
): Promise<LoadedTool | string> {
  if (typeof tool !== 'object' || tool === null) {
    return `The factory gave ${String(tool)} where a tool was wanted`;
  }
  const fields = tool as Fields;
  const fault = faultIn(fields);
  if (fault !== undefined) return fault;
  const name = String(fields.name);
  const schema = await schemaOf(fields.parameters);
  const { execute } = fields as { execute(...args: unknown[]): unknown };
  const order = argumentOrder(execute, kind);

  async function run(call: Call) {
    const onUpdate = (partial: unknown) => call.update(answerOf(partial));
    const context = contextOf(state, call.id);
    const { signal } = call;
    const { callId } = identityOf(state, call);
    const given =
      order === 'extension'
        ? [callId, call.arguments, signal, onUpdate, context]
        : [callId, call.arguments, onUpdate, context, signal];
    return rewrite(state, call, async () => answerOf(await execute.apply(tool, given)));
  }

  const { onSession, renderCall, renderResult, label, hidden } = fields;
  return {
    facts: {
      name,
      description: typeof fields.description === 'string' ? fields.description : '',
      parameters: schema.schema,
      ...(typeof label === 'string' ? { label } : {}),
      ...(hidden === true ? { unlisted: true } : {}),
      ...(fields.strict === true ? { strict: true } : {}),
      ...tierOf(fields.approval),
      problems: schema.problems,
    },
    run,
    onSession:
      typeof onSession === 'function'
        ? (event) => tellTool(state, name, event, (given) => onSession.apply(tool, given))
        : undefined,
    ...(renderCall !== undefined || renderResult !== undefined
      ? {
          draw: (args, outcome, partial) =>
            draw(state, { name, renderCall, renderResult }, args, outcome, partial),
        }
      : {}),
  };
}

/** Calls a tool's own handler for an event. Early hosts included the entries. */
async function tellTool(
  state: State,
  name: string,
  event: SessionEvent,
  hear: (given: unknown[]) => unknown,
): Promise<void> {
  try {
    await hear([{ ...event, entries: messagesOf(state) }, contextOf(state)]);
  } catch (thrown) {
    const text = `onSession of "${name}" broke at "${event.reason}": ${formatLog([thrown])}`;
    state.tell({ type: 'log', level: 'warn', text });
  }
}

/** Converts the tier by which newer modules say what a call may change. */
function tierOf(approval: unknown): Pick<LoadedTool['facts'], 'kind' | 'policies'> {
  const asks = { policies: { execution: 'ask-once' as const } };
  if (approval === 'read') return { kind: 'readonly' };
  if (approval === 'write') return { kind: 'write', ...asks };
  if (approval === 'exec') return { kind: 'execute', ...asks };
  return typeof approval === 'function' ? asks : {};
}

/**
 * Returns the order of `execute`'s arguments. It depends on the kind of file, but the name of the third parameter
 * decides: both orders were once in use for the same kind.
 */
function argumentOrder(execute: unknown, kind: ArgumentOrder): ArgumentOrder {
  const third = parameterNames(execute)[2] ?? '';
  if (/signal|abort/i.test(third)) return 'extension';
  if (/update|progress/i.test(third)) return 'custom-tool';
  return kind;
}
