import type { LoadedTool } from './loaded-tool.ts';
import { isOpencodeTool, opencodeTool } from './opencode-tool.ts';
import type { State } from './state.ts';

const fail = (what: string): never => {
  throw new Error(`"${what}" of opencode is not here; its plugins' tools are run without it`);
};
const absent = (what: string) =>
  new Proxy(() => undefined, {
    get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : fail(what)),
    apply: () => fail(what),
  });

/** What a plugin is given. Of opencode's own server and of Bun's shell there is nothing here. */
export const pluginInput = (state: State) => ({
  project: { id: state.folder, worktree: state.cwd },
  directory: state.cwd,
  worktree: state.cwd,
  client: absent('client'),
  $: absent('$'),
});

/** The tools of what a plugin returned, by the names that models know them by; none where it is no plugin. */
export function toolsOfPlugin(state: State, returned: unknown): Promise<LoadedTool[]> {
  const given =
    typeof returned === 'object' && returned !== null && 'tool' in returned ? returned.tool : {};
  const entries = Object.entries(typeof given === 'object' && given !== null ? given : {});
  const tools = entries.flatMap(([name, tool]) =>
    isOpencodeTool(tool) ? [opencodeTool(state, name, tool)] : [],
  );
  return Promise.all(tools);
}
