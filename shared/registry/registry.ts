import type { Conflict, ConflictPolicy, ToolSource } from './conflict.ts';
import { NameIndex } from './name-index.ts';
import { SearchTexts } from './search-texts.ts';
import type { FunctionDeclaration, Tool } from './tool.ts';

export interface RegistryEvent {
  type: ToolSource;
  tool: Tool;
}

interface Held {
  source: ToolSource;
  tool: Tool;
}

type EventName = 'toolRegistered' | 'toolUnregistered';
type Listener = (event: RegistryEvent) => void;

const sources: ToolSource[] = ['builtin', 'mcp', 'authored', 'custom', 'defined'];

/** What each origin's own system does with a double name: seeds 004, 002 and 003 each do otherwise. */
const usual: Record<ToolSource, ConflictPolicy> = {
  builtin: 'throw',
  mcp: 'throw',
  authored: 'throw',
  custom: 'refuse',
  defined: 'overwrite',
};

/** Every tool by its name, whatever it comes from. Source: seed 004, `ToolRegistry`. */
export class Registry {
  readonly categories = new NameIndex();
  readonly tags = new NameIndex();
  readonly #tools = new Map<string, Held>();
  readonly #texts = new SearchTexts();
  readonly #policies: Record<ToolSource, ConflictPolicy>;
  #conflicts: Conflict[] = [];
  readonly #listeners = {
    toolRegistered: new Set<Listener>(),
    toolUnregistered: new Set<Listener>(),
  };

  constructor(policies: Partial<Record<ToolSource, ConflictPolicy>> = {}) {
    this.#policies = { ...usual, ...policies };
  }

  /** Double names that were met and who has them now; gone when the name is free again. */
  get conflicts(): readonly Conflict[] {
    return this.#conflicts;
  }

  /** Listens until the function that it answers with is called. */
  on(event: EventName, listener: Listener): () => void {
    this.#listeners[event].add(listener);
    return () => void this.#listeners[event].delete(listener);
  }

  register(tool: Tool): void {
    this.add('builtin', tool);
  }

  registerMcpTool(tool: Tool): void {
    this.add('mcp', tool);
  }

  registerAuthoredTool(tool: Tool): void {
    this.add('authored', tool);
  }

  /**
   * Registers a tool; false where its name is another's and the origin's policy is to refuse and list.
   * A tool is overwritten by its own origin alone: nobody brings a tool that takes a built-in's name.
   */
  add(source: ToolSource, tool: Tool): boolean {
    const holder = this.#tools.get(tool.name);
    if (holder === undefined) {
      this.#put(source, tool);
      return true;
    }
    const policy = this.#policies[source];
    if (policy === 'throw') throw new Error(duplicate(tool.name));
    const overwrites = policy === 'overwrite' && holder.source === source;
    if (overwrites) {
      this.#take(holder);
      this.#put(source, tool);
    }
    this.#conflicts.push({
      name: tool.name,
      source,
      holder: holder.source,
      outcome: overwrites ? 'overwritten' : 'refused',
    });
    return overwrites;
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
    return this.remove('mcp', name);
  }

  unregisterAuthoredTool(name: string): boolean {
    return this.remove('authored', name);
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name)?.tool;
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  /** Built-in tools first, then those of MCP servers, then what authors brought. */
  getAll(): Tool[] {
    const bySource = new Map<ToolSource, Tool[]>(sources.map((source) => [source, []]));
    for (const { source, tool } of this.#tools.values()) bySource.get(source)?.push(tool);
    return [...bySource.values()].flat();
  }

  sourceOf(name: string): ToolSource | undefined {
    return this.#tools.get(name)?.source;
  }

  get size(): number {
    return this.#tools.size;
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
    return this.getAll().filter((tool) => this.#texts.of(tool).includes(wanted));
  }

  remove(source: ToolSource, name: string): boolean {
    const held = this.#tools.get(name);
    if (held?.source !== source) return false;
    this.#take(held);
    this.#conflicts = this.#conflicts.filter((conflict) => conflict.name !== name);
    return true;
  }

  #take({ source, tool }: Held): void {
    this.#tools.delete(tool.name);
    if (tool.category) this.categories.delete(tool.category, tool.name);
    for (const tag of tool.tags) this.tags.delete(tag, tool.name);
    this.#tell('toolUnregistered', { type: source, tool });
  }

  #put(source: ToolSource, tool: Tool): void {
    this.#tools.set(tool.name, { source, tool });
    if (tool.category) this.categories.add(tool.category, tool.name);
    for (const tag of tool.tags) this.tags.add(tag, tool.name);
    this.#tell('toolRegistered', { type: source, tool });
  }

  #tell(name: EventName, event: RegistryEvent): void {
    for (const listener of [...this.#listeners[name]]) listener(event);
  }
}

function duplicate(name: string): string {
  return `工具 '${name}' 已注册`;
}
