import type { SessionEntry } from '../messages.ts';
import { hostApi } from './host-api.ts';
import { uiOf } from './ui.ts';
import { cwdOf, sessionOf, type Handler, type State } from './state.ts';

/** Returns the content of the session, in the form of hosts. */
export const messagesOf = ({ entries }: State) =>
  entries.map((entry, at) => asMessage(entry, entries[at - 1]?.id ?? null));

/** Converts an entry to the form of pi's session files. */
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

/** The registrations of an extension, until they are read. */
export interface Registered {
  tools: unknown[];
  /** Commands, shortcuts and the like, which cannot be called here. */
  others: string[];
}

/** Returns the API of a factory with the additions for extensions. Source: seed 002's system, ExtensionAPI. */
export function extensionApi(state: State, registered: Registered) {
  const other = (kind: string) => (name: unknown) => {
    registered.others.push(`${kind} "${String(name)}"`);
  };
  const bus = new Map<string, Set<(data: unknown) => void>>();
  // Getters stay getters: whether somebody can answer changes while the module lives.
  return Object.defineProperties(
    {
      on(event: string, handler: Handler) {
        state.handlers.set(event, [...(state.handlers.get(event) ?? []), handler]);
      },
      registerTool: (tool: unknown) => void registered.tools.push(tool),
      registerCommand: other('command'),
      registerShortcut: other('shortcut'),
      registerFlag: other('flag'),
      registerMessageRenderer: other('renderer'),
      registerProvider: other('provider'),
      getFlag: () => undefined,
      getActiveTools: () => [...state.tools.keys()],
      getAllTools: () => [...state.tools.values()].map(({ facts }) => facts),
      setActiveTools: () => undefined,
      sendMessage: () => undefined,
      sendUserMessage: () => undefined,
      appendEntry: () => undefined,
      setLabel: () => undefined,
      events: {
        emit: (name: string, data: unknown) => bus.get(name)?.forEach((hear) => hear(data)),
        on(name: string, hear: (data: unknown) => void) {
          bus.set(name, (bus.get(name) ?? new Set()).add(hear));
          return () => bus.get(name)?.delete(hear);
        },
      },
    },
    Object.getOwnPropertyDescriptors(hostApi(state)),
  );
}

/**
 * Returns the context of a call: the session's data. There is no model, because the page has none of its own.
 * Source: seed 002, CustomToolContext.
 */
export function contextOf(state: State, call?: string) {
  const branch = () => messagesOf(state);
  return {
    get cwd() {
      return cwdOf(state);
    },
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
      getSessionId: () => sessionOf(state),
      getCwd: () => cwdOf(state),
    },
    modelRegistry: { getAll: () => [], getAvailable: () => [], find: () => undefined },
    model: undefined,
    settings: {},
    get sessionId() {
      return sessionOf(state);
    },
    get messageId() {
      return state.call?.context.messageId;
    },
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
