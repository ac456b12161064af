import { hostApi } from './host-api.ts';
import type { Handler, State } from './state.ts';

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
