import type { SessionEntry } from '../parent-message.ts';
import { uiOf } from './ui.ts';
import type { State } from './state.ts';

/** What the session holds, in the form in which hosts keep it. */
export const messagesOf = ({ entries }: State) =>
  entries.map((entry, at) => asMessage(entry, entries[at - 1]?.id ?? null));

/** An entry as pi's session files hold one. */
const asMessage = (entry: SessionEntry, parentId: string | null) => ({
  type: 'message' as const,
  id: entry.id,
  parentId,
  timestamp: new Date(entry.at).toISOString(),
  message: {
    role: 'toolResult' as const,
    toolCallId: entry.callId,
    toolName: entry.tool,
    content: entry.outcome.content,
    details: entry.outcome.details,
    isError: entry.outcome.isError,
    timestamp: entry.at,
  },
});

/**
 * What tools are told of the session around a call. The page has no model of its own, so there is none.
 * Source: seed 002, CustomToolContext.
 */
export function contextOf(state: State, call?: string) {
  const branch = () => messagesOf(state);
  return {
    cwd: state.cwd,
    ui: uiOf(state),
    get hasUI() {
      return state.hasUi;
    },
    sessionManager: {
      getBranch: branch,
      getEntries: branch,
      getLeafId: () => state.entries.at(-1)?.id ?? null,
      getLeafEntry: () => branch().at(-1),
      getSessionFile: () => undefined,
      getSessionId: () => state.folder,
      getCwd: () => state.cwd,
    },
    modelRegistry: { getAll: () => [], getAvailable: () => [], find: () => undefined },
    model: undefined,
    settings: {},
    sessionId: state.folder,
    signal: state.call?.signal,
    getContextUsage: () => undefined,
    getSystemPrompt: () => '',
    isProjectTrusted: () => true,
    compact: () => undefined,
    shutdown: () => undefined,
    isIdle: () => state.call === undefined,
    hasQueuedMessages: () => false,
    hasPendingMessages: () => false,
    abort: () => {
      const id = call ?? state.call?.id;
      if (id !== undefined) state.tell({ type: 'abort', call: id });
    },
  };
}
