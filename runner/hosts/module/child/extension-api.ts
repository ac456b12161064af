import type { SessionEntry } from '../messages.ts';
import { hostApi } from './host-api.ts';
import { uiOf } from './ui.ts';
import { cwdOf, sessionOf, type Handler, type State } from './state.ts';

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

/** What an extension registers is kept here until it has been read. */
export interface Registered {
  tools: unknown[];
  /** Commands, shortcuts and the like: nobody here can call them. */
  others: string[];
}

/** The API of a factory, and beside it what extensions use. Source: seed 002's system, ExtensionAPI. */
export function extensionApi(state: State, registered: Registered) {
  const other = (kind: string) => (name: unknown) => {
    registered.others.push(`${kind} "${String(name)}"`);
  };
  const bus = new Map<string, Set<(data: unknown) => void>>();
  // Getters stay getters: whether somebody is there changes while the module lives.
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
 * What tools are told of the session around a call. The page has no model of its own, so there is none.
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
