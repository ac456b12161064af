import type { JsonObject } from '../../tool/json.ts';

/** The origin of a tool of this form. */
export type ToolCategory = 'builtin' | 'custom' | 'mcp';

/** The parts of a zod 3 or zod 4 schema that a tool of this form needs. */
export interface ArgumentsSchema<Args> {
  safeParseAsync(
    value: unknown,
  ): Promise<{ success: true; data: Args } | { success: false; error: { message: string } }>;
}

export interface Attachment {
  type: 'file' | 'image';
  path: string;
  content?: string;
}

/** The result of `execute`: a short title, the text for the model, and details. */
export interface DefinedResult {
  title: string;
  output: string;
  metadata: JsonObject;
  attachments?: Attachment[];
}

/** Source: seed 003, ToolContext. `workingDirectory` is an absolute path: the boundary of the sandbox. */
export interface ToolContext {
  sessionId: string;
  messageId: string;
  toolCallId?: string;
  workingDirectory?: string;
  abortSignal?: AbortSignal;
  /** Reports progress during the run. */
  metadata(update: { title?: string; metadata?: JsonObject }): void;
  onStepStart?: (step: JsonObject) => void;
  onStepComplete?: (step: JsonObject) => void;
}

/** The context that the description and the schema of a tool may depend on. Source: seed 003, InitContext. */
export interface InitContext {
  skills?: { name: string; description?: string }[];
  agents?: { name: string; description?: string }[];
  workingDirectory?: string;
  workspace?: string;
  sessionId?: string;
  providerId?: string;
  providerConfig?: JsonObject;
}

/** The part of a tool that a lazy tool makes on first use: its description, its schema and its code. */
export interface ToolBody<Args = unknown> {
  description: string;
  parameters: ArgumentsSchema<Args>;
  /** The schema of the answer, in zod or as JSON Schema: `metadata.structuredContent`, else the output as JSON. */
  outputSchema?: unknown;
  execute(args: Args, context: ToolContext): Promise<DefinedResult>;
  /** Words errors in the arguments, for the model. */
  formatValidationError?(error: { message: string }): string;
}

interface Head {
  /** The tool's name for models. */
  id: string;
  name: string;
  category: ToolCategory;
  enabled: boolean;
  /** Runs without approval. */
  autoExecute: boolean;
  icon?: string;
}

/** A tool that is complete from the start. Source: seed 003, ToolInfo. */
export interface ToolInfo<Args = unknown> extends Head, ToolBody<Args> {}

/** A lazy tool: its description and schema are made on first use. Source: seed 003, ToolInfoAsync. */
export interface ToolInfoAsync<Args = unknown> extends Head {
  init(context?: InitContext): Promise<ToolBody<Args>>;
}

/** A tool of either kind, with arguments of any type. */
export type AnyToolInfo = ToolInfo | ToolInfoAsync;

interface Named {
  name: string;
  category: ToolCategory;
  /** True by default. */
  enabled?: boolean;
  /** False by default. */
  autoExecute?: boolean;
  icon?: string;
}

function define<Args>(id: string, info: Named & ToolBody<Args>): ToolInfo<Args>;
function define<Args>(
  id: string,
  info: Named,
  init: (context?: InitContext) => Promise<ToolBody<Args>>,
): ToolInfoAsync<Args>;
function define<Args>(
  id: string,
  info: Named & Partial<ToolBody<Args>>,
  init?: (context?: InitContext) => Promise<ToolBody<Args>>,
): object {
  return { enabled: true, autoExecute: false, ...info, id, ...(init ? { init } : {}) };
}

/**
 * `Tool.define(id, {...})` for a complete tool, `Tool.define(id, {...}, init)` for a lazy one. Source: seed
 * 003. Accepts schemas of zod 3 and zod 4.
 */
export const Tool = { define };
