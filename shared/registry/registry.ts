import { NameIndex } from './name-index.ts';
import type { FunctionDeclaration, Tool } from './tool.ts';

export type ToolSource = 'builtin' | 'mcp' | 'authored';

export interface RegistryEvent {
  type: ToolSource;
  tool: Tool;
}

type EventName = 'toolRegistered' | 'toolUnregistered';
type Listener = (event: RegistryEvent) => void;

/** Every tool by its name, whatever it comes from. Source: seed 004, `ToolRegistry`. */
export class Registry {
  readonly categories = new NameIndex();
  readonly tags = new NameIndex();
  readonly #tools = {
    builtin: new Map<string, Tool>(),
    mcp: new Map<string, Tool>(),
    authored: new Map<string, Tool>(),
  };
  readonly #listeners = {
    toolRegistered: new Set<Listener>(),
    toolUnregistered: new Set<Listener>(),
  };

  /** Listens until the function that it answers with is called. */
  on(event: EventName, listener: Listener): () => void {
    this.#listeners[event].add(listener);
    return () => void this.#listeners[event].delete(listener);
  }

  register(tool: Tool): void {
    this.#add('builtin', tool);
  }

  registerMcpTool(tool: Tool): void {
    this.#add('mcp', tool);
  }

  registerAuthoredTool(tool: Tool): void {
    this.#add('authored', tool);
  }

  /** Registers all that can be, then throws one error that names every duplicate. */
  registerAll(tools: Tool[]): void {
    const refused = tools.filter((tool) => {
      if (this.has(tool.name)) return true;
      this.register(tool);
      return false;
    });
    if (refused.length > 0) throw new Error(refused.map(({ name }) => duplicate(name)).join('; '));
  }

  unregisterMcpTool(name: string): boolean {
    return this.#remove('mcp', name);
  }

  unregisterAuthoredTool(name: string): boolean {
    return this.#remove('authored', name);
  }

  get(name: string): Tool | undefined {
    const { builtin, mcp, authored } = this.#tools;
    return builtin.get(name) ?? mcp.get(name) ?? authored.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  getAll(): Tool[] {
    const { builtin, mcp, authored } = this.#tools;
    return [...builtin.values(), ...mcp.values(), ...authored.values()];
  }

  get size(): number {
    return this.getAll().length;
  }

  getReadOnlyTools(): Tool[] {
    return this.getAll().filter((tool) => tool.isReadOnly);
  }

  getWriteTools(): Tool[] {
    return this.getAll().filter((tool) => !tool.isReadOnly);
  }

  getFunctionDeclarations(): FunctionDeclaration[] {
    return this.getAll().map((tool) => tool.getFunctionDeclaration());
  }

  /** In plan mode a model is shown only what changes nothing. */
  getFunctionDeclarationsByMode(mode?: string): FunctionDeclaration[] {
    if (mode !== 'plan') return this.getFunctionDeclarations();
    return this.getReadOnlyTools().map((tool) => tool.getFunctionDeclaration());
  }

  /** Looks in the name, the display name and the short description; an empty query finds all. */
  search(query: string): Tool[] {
    const wanted = query.toLowerCase();
    return this.getAll().filter(({ name, displayName, description }) =>
      [name, displayName, description.short].some((text) => text.toLowerCase().includes(wanted)),
    );
  }

  #add(source: ToolSource, tool: Tool): void {
    if (this.has(tool.name)) throw new Error(duplicate(tool.name));
    this.#tools[source].set(tool.name, tool);
    if (tool.category) this.categories.add(tool.category, tool.name);
    for (const tag of tool.tags) this.tags.add(tag, tool.name);
    this.#tell('toolRegistered', { type: source, tool });
  }

  #remove(source: ToolSource, name: string): boolean {
    const tool = this.#tools[source].get(name);
    if (tool === undefined) return false;
    this.#tools[source].delete(name);
    if (tool.category) this.categories.delete(tool.category, name);
    for (const tag of tool.tags) this.tags.delete(tag, name);
    this.#tell('toolUnregistered', { type: source, tool });
    return true;
  }

  #tell(name: EventName, event: RegistryEvent): void {
    for (const listener of [...this.#listeners[name]]) listener(event);
  }
}

function duplicate(name: string): string {
  return `工具 '${name}' 已注册`;
}
