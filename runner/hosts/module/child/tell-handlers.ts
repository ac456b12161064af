import type { SessionEvent } from '../../../../shared/protocol/module-session.ts';
import { contextOf } from './context.ts';
import { formatLog } from './format-log.ts';
import type { State } from './state.ts';

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
