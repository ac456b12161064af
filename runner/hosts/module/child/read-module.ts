import type { Refusal } from '../messages.ts';
import { customTool, resolveTool } from './custom-tool.ts';
import { extensionApi } from './extension-api.ts';
import type { Registered } from './extension-api.ts';
import type { LoadedTool } from './loaded-tool.ts';
import { mcpTool } from './mcp-tool.ts';
import { isOpencodeTool, opencodeTool } from './opencode-tool.ts';
import { servedTools } from './provided/mcp.ts';
import { faultOf, refusalOf } from './faults.ts';
import type { State } from './state.ts';
import { tellHandlers } from './events.ts';

const fail = (what: string): never => {
  throw new Error(`"${what}" of opencode is not here; its plugins' tools are run without it`);
};
const absent = (what: string) =>
  new Proxy(() => undefined, {
    get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : fail(what)),
    apply: () => fail(what),
  });

/** Returns the input of a plugin, without opencode's own server and Bun's shell. */
const pluginInput = (state: State) => ({
  project: { id: state.folder, worktree: state.cwd },
  directory: state.cwd,
  worktree: state.cwd,
  client: absent('client'),
  $: absent('$'),
});

export type ModuleRead = { dialect: string; tools: LoadedTool[] } | { refusal: Refusal };

const hasFunction = (value: unknown, name: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  name in value &&
  typeof (value as Record<string, unknown>)[name] === 'function';

const isMade = (value: unknown): boolean => hasFunction(value, 'getFunctionDeclaration');
const isDefined = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'autoExecute' in value &&
  (hasFunction(value, 'execute') || hasFunction(value, 'init'));

/**
 * Loads a module and finds its tools by its exports: a factory, tools of opencode, of `createTool` or of
 * `Tool.define`. `stem` is the name of a tool of opencode.
 */
export async function readModule(state: State, url: string, stem: string): Promise<ModuleRead> {
  try {
    const module = (await import(url)) as Record<string, unknown>;
    const served = await Promise.all(servedTools().map((tool) => mcpTool(state, tool)));
    if (served.length > 0) return { dialect: 'mcp-server', tools: served };
    const exported = Object.entries(module).flatMap(([name, value]) =>
      Array.isArray(value)
        ? value.map((one): [string, unknown] => [name, one])
        : [[name, value] as const],
    );
    const made = exported.filter(([, value]) => isMade(value) || isDefined(value));
    if (made.length > 0) {
      const { registryTool } = await import('./registry-tool.ts');
      const unique = [...new Set(made.map(([, value]) => value))];
      const dialect = isDefined(unique[0]) ? 'tool-define' : 'create-tool';
      const read = unique.map((one) => readAlone(state, () => registryTool(state, one as never)));
      return { dialect, tools: (await Promise.all(read)).flat() };
    }
    const ofOpencode = exported.filter(([, value]) => isOpencodeTool(value));
    if (ofOpencode.length > 0) {
      const tools = ofOpencode.map(([name, value]) =>
        opencodeTool(state, name === 'default' ? stem : `${stem}_${name}`, value as never),
      );
      return { dialect: 'opencode', tools: await Promise.all(tools) };
    }
    const plugins = Object.entries(module).filter(
      ([name, value]) => typeof value === 'function' && /plugin$/i.test(name),
    );
    if (plugins.length > 0 && module.default === undefined) {
      const tools: LoadedTool[] = [];
      for (const [, plugin] of plugins) {
        tools.push(...(await toolsOfPlugin(state, await (plugin as Plugin)(pluginInput(state)))));
      }
      if (tools.length > 0) return { dialect: 'opencode', tools };
    }
    return await fromFactory(state, module.default ?? module);
  } catch (thrown) {
    return { refusal: refusalOf(thrown, state.base) };
  }
}

/** Reads one tool; a failure does not affect the module's other tools. */
async function readAlone(state: State, read: () => Promise<LoadedTool>): Promise<LoadedTool[]> {
  try {
    return [await read()];
  } catch (thrown) {
    state.problems.push(faultOf(thrown, state.base).message);
    return [];
  }
}

type Plugin = (input: unknown) => unknown;

async function fromFactory(state: State, factory: unknown): Promise<ModuleRead> {
  if (typeof factory !== 'function') {
    const message =
      'The module must export a default function. Write "export default (pi) => ({ name, description, parameters, execute })"';
    return { refusal: { code: 'no-factory', message } };
  }
  const registered: Registered = { tools: [], others: [] };
  const api = Object.defineProperties(
    extensionApi(state, registered),
    Object.getOwnPropertyDescriptors(pluginInput(state)),
  );
  const returned: unknown = await factory(api);
  const plugged = await toolsOfPlugin(state, returned);
  if (plugged.length > 0) return { dialect: 'opencode', tools: plugged };
  // Extensions often register their tools when a session starts.
  if (returned === undefined) await tellHandlers(state, { reason: 'start' });
  const isExtension = returned === undefined || returned === null;
  const given = isExtension ? registered.tools : [returned].flat();
  const tools: LoadedTool[] = [];
  for (const tool of given) {
    const made = await customTool(state, tool, isExtension ? 'extension' : 'custom-tool');
    if (typeof made === 'string') state.problems.push(made);
    else tools.push(made);
  }
  for (const other of registered.others) {
    state.problems.push(`The extension's ${other} is not used here; only its tools are`);
  }
  if (tools.length === 0 && state.problems.length === 0) {
    const message = 'The factory gave no tool; return one, or register one with pi.registerTool';
    return { refusal: { code: 'no-tool', message } };
  }
  if (/pushPendingAction/.test(String(factory)) || state.pending.length > 0) {
    tools.push(resolveTool(state));
  }
  return { dialect: isExtension ? 'extension' : 'custom-tool', tools };
}

/** Returns the tools of a plugin by the names for models; none if it is not a plugin. */
function toolsOfPlugin(state: State, returned: unknown): Promise<LoadedTool[]> {
  const given =
    typeof returned === 'object' && returned !== null && 'tool' in returned ? returned.tool : {};
  const entries = Object.entries(typeof given === 'object' && given !== null ? given : {});
  const tools = entries.flatMap(([name, tool]) =>
    isOpencodeTool(tool) ? [opencodeTool(state, name, tool)] : [],
  );
  return Promise.all(tools);
}
