import type { Loss } from '../tool/format.ts';
import type { JsonObject } from '../tool/json.ts';
import { aiTools, type AiTools } from './ai-tools.ts';
import { definedTool, type DefinedTool } from './defined-tool.ts';
import { executeDefined, type DefinedAnswer } from './execute-defined.ts';
import { legacyTool, type LegacyTool } from './legacy-tool.ts';
import type { Registry } from './registry.ts';
import { toolDefinition, type ToolDefinition } from './tool-definition.ts';
import type { AnyToolInfo, InitContext, ToolContext } from './tool-info.ts';

/** Source: seed 003, ToolExecutionContext. */
export interface ToolExecutionContext extends Omit<ToolContext, 'metadata'> {
  providerId?: string;
  providerConfig?: JsonObject;
  toolSettings?: { tools: Record<string, { enabled?: boolean }> };
  skills?: NonNullable<InitContext['skills']>;
  onMetadata?: ToolContext['metadata'];
}

type Store = 'legacy' | 'static' | 'async';
const stores: Store[] = ['legacy', 'static', 'async'];

/**
 * The three stores of seed 003 before the one registry: an id is looked up among the old tools, then
 * among those known at once, then among the lazy ones; the first has it and stands in the registry.
 */
export class DefinedTools {
  readonly #registry: Registry;
  readonly #stores: Record<Store, Map<string, DefinedTool>> = {
    legacy: new Map(),
    static: new Map(),
    async: new Map(),
  };
  #context: InitContext | undefined;
  /** What the person of the log should hear of. */
  readonly #warn: (line: string) => void;

  constructor(registry: Registry, warn: (line: string) => void = () => undefined) {
    this.#registry = registry;
    this.#warn = warn;
  }

  registerTool(tool: LegacyTool): void {
    this.#put('legacy', legacyTool(tool));
  }

  registerToolV2(info: AnyToolInfo): void {
    this.#put('init' in info ? 'async' : 'static', info);
  }

  unregisterTool(id: string): boolean {
    const had = stores.map((store) => this.#stores[store].delete(id)).includes(true);
    return this.#registry.remove('defined', id) || had;
  }

  /** Registers what is built in, and says how many tools the three stores hold. */
  initialize(builtin: readonly AnyToolInfo[] = []): { total: number } & Record<Store, number> {
    for (const info of builtin) this.registerToolV2(info);
    const [legacy = 0, known = 0, lazy = 0] = stores.map((store) => this.#stores[store].size);
    return { legacy, static: known, async: lazy, total: legacy + known + lazy };
  }

  /** Lazy tools are made anew when they are next wanted. */
  setInitContext(context: InitContext | undefined): void {
    this.#context = context;
    for (const tool of this.#stores.async.values()) tool.setContext(context);
  }

  /** The tools that are known at once. */
  getAllTools(): ToolDefinition[] {
    return this.#winners().flatMap(({ info }) =>
      'init' in info ? [] : [toolDefinition(info, info).definition],
    );
  }

  /** All of them; a lazy one that cannot be made is left out and named. */
  async getAllToolsAsync(): Promise<{
    tools: ToolDefinition[];
    losses: Loss[];
    failed: { id: string; message: string }[];
  }> {
    const rows = await Promise.all(
      this.#winners().map(async (tool) => ({ tool, made: await tool.ready() })),
    );
    const listed = rows.flatMap(({ tool, made }) =>
      made.ok ? [toolDefinition(tool.info, made.body)] : [],
    );
    return {
      tools: listed.map(({ definition }) => definition),
      losses: listed.flatMap(({ losses }) => losses),
      failed: rows.flatMap(({ tool, made }) =>
        made.ok ? [] : [{ id: tool.name, message: made.message }],
      ),
    };
  }

  /** The enabled tools for the AI SDK: what the settings say of an id counts, else the tool's own word. */
  async getToolsForAI(settings?: ToolExecutionContext['toolSettings']): Promise<AiTools> {
    const enabled = this.#winners().filter(({ info }) => isEnabled(info, settings));
    const made = await Promise.all(
      enabled.map(async (tool) => ((await tool.ready()).ok ? [tool.getFunctionDeclaration()] : [])),
    );
    return aiTools(made.flat());
  }

  /** Runs a tool of any store. Never rejects. */
  async executeTool(
    id: string,
    args: unknown,
    { onMetadata, skills, providerId, providerConfig, ...context }: ToolExecutionContext,
  ): Promise<DefinedAnswer> {
    const failed = (error: string): DefinedAnswer => ({
      ...{ success: false, error, type: 'execution_error' },
    });
    const tool = this.#winner(id);
    if (tool === undefined) return failed(`Tool "${id}" not found`);
    if (!isEnabled(tool.info, context.toolSettings)) return failed(`Tool "${id}" is disabled`);
    if (skills ?? providerId ?? providerConfig)
      tool.setContext({
        ...this.#context,
        ...(skills ? { skills } : {}),
        ...(providerId === undefined ? {} : { providerId }),
        ...(providerConfig ? { providerConfig } : {}),
      });
    const made = await tool.ready();
    if (!made.ok) return failed(`Tool "${id}" could not be initialized: ${made.message}`);
    const metadata: ToolContext['metadata'] = (update) => onMetadata?.(update);
    return executeDefined(made.body, args, { ...context, metadata });
  }

  #winner(id: string): DefinedTool | undefined {
    return stores.map((store) => this.#stores[store].get(id)).find((tool) => tool !== undefined);
  }

  #winners(): DefinedTool[] {
    const ids = new Set(stores.flatMap((store) => [...this.#stores[store].keys()]));
    return [...ids].flatMap((id) => this.#winner(id) ?? []);
  }

  #put(store: Store, info: AnyToolInfo): void {
    const tool = definedTool(info);
    tool.setContext(this.#context);
    const before = this.#winner(info.id);
    this.#stores[store].set(info.id, tool);
    const winner = this.#winner(info.id);
    if (before !== undefined)
      this.#warn(
        winner === tool
          ? `The tool "${info.id}" was registered again: the new one counts`
          : `The tool "${info.id}" is there in an older form, which counts`,
      );
    if (winner === tool && !this.#registry.add('defined', tool) && before === undefined) {
      const holder = this.#registry.sourceOf(info.id);
      this.#warn(
        `The tool "${info.id}" was refused: its name is that of a tool of origin "${holder}"`,
      );
      this.#stores[store].delete(info.id);
    }
  }
}

const isEnabled = (info: AnyToolInfo, settings: ToolExecutionContext['toolSettings']) =>
  (settings && Object.hasOwn(settings.tools, info.id)
    ? settings.tools[info.id]?.enabled
    : undefined) ?? info.enabled;
