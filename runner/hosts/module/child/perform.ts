import type { Outcome, ParentMessage } from '../messages.ts';
import type { LackedRight } from '../../../../shared/protocol/modules/module-rights.ts';
import { enter } from './working-directory.ts';
import { thrownOutcome } from './events.ts';
import type { State } from './state.ts';

type CallMessage = Extract<ParentMessage, { type: 'call' }>;

/** Performs one call of a tool, from its arguments to its reported outcome. Never rejects. */
export async function perform(
  state: State,
  message: CallMessage,
  signal: AbortSignal,
): Promise<void> {
  const { call: id, tool: name, arguments: args } = message;
  const tool = state.tools.get(name);
  let isOver = false;
  let frame = 0;
  state.hasUi = message.hasUi;
  const warnings = new Set<string>();
  const lacked = new Set<string>();
  enter(message.context.cwd ?? state.cwd);
  state.call = { id, signal, warnings, context: message.context, lacked };
  const update = (partial: unknown) => {
    // An update after the outcome would be a second outcome.
    if (isOver || !tool) return;
    const { content = [], details } = partial as Partial<Pick<Outcome, 'content' | 'details'>>;
    const drawn = tool.draw?.(args, { content, details, isError: false }, { frame: frame++ });
    state.tell({
      type: 'update',
      call: id,
      update: {
        content,
        ...(details === undefined ? {} : { details }),
        ...(drawn ? { drawn } : {}),
      },
    });
  };
  let outcome: Outcome;
  try {
    if (!tool) throw new Error(`Tool ${name} not found`);
    outcome = await tool.run({ id, tool: name, arguments: args, signal, update });
  } catch (thrown) {
    outcome = thrownOutcome(thrown, state.base);
  }
  isOver = true;
  state.call = undefined;
  const drawn = tool?.draw?.(args, outcome, undefined);
  const more = {
    ...(drawn ? { drawn } : {}),
    ...(warnings.size > 0 ? { warnings: [...warnings] } : {}),
    ...(lacked.size > 0
      ? { lacked: [...lacked].map((one) => JSON.parse(one) as LackedRight) }
      : {}),
  };
  state.tell({ type: 'done', call: id, outcome: { ...outcome, ...more } });
}
