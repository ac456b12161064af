import type { JsonObject } from '../tool/json.ts';

/** Where a tool of this form comes from. */
export type ToolCategory = 'builtin' | 'custom' | 'mcp';

/** A schema of zod 3 or of zod 4, as far as a tool of this form needs it. */
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

/** What `execute` answers with: a short title, the text for the model, and details. */
export interface DefinedResult {
  title: string;
  output: string;
  metadata: JsonObject;
  attachments?: Attachment[];
}

/** Source: seed 003, ToolContext. `workingDirectory` is an absolute path, the sandbox's boundary. */
export interface ToolContext {
  sessionId: string;
  messageId: string;
  toolCallId?: string;
  workingDirectory?: string;
  abortSignal?: AbortSignal;
  /** Tells how far it is, while it runs. */
  metadata(update: { title?: string; metadata?: JsonObject }): void;
  onStepStart?: (step: JsonObject) => void;
  onStepComplete?: (step: JsonObject) => void;
}

/** What the description and the schema of a tool may depend on. Source: seed 003, InitContext. */
export interface InitContext {
  skills?: { name: string; description?: string }[];
  agents?: { name: string; description?: string }[];
  workingDirectory?: string;
  workspace?: string;
  sessionId?: string;
  providerId?: string;
  providerConfig?: JsonObject;
}

/** What a model is told of a tool, and how it runs. */
export interface ToolBody<Args = unknown> {
  description: string;
  parameters: ArgumentsSchema<Args>;
  /** What its answer is, in zod or as JSON Schema: `metadata.structuredContent`, else the output as JSON. */
  outputSchema?: unknown;
  execute(args: Args, context: ToolContext): Promise<DefinedResult>;
  /** Words what is wrong with the arguments, for the model. */
  formatValidationError?(error: { message: string }): string;
}

interface Head {
  /** The name by which a model calls it. */
  id: string;
  name: string;
  category: ToolCategory;
  enabled: boolean;
  /** Runs without being asked for. */
  autoExecute: boolean;
  icon?: string;
}

/** A tool that is known at once. Source: seed 003, ToolInfo. */
export interface ToolInfo<Args = unknown> extends Head, ToolBody<Args> {}

/** A tool whose description and schema are made when it is first wanted. Source: seed 003, ToolInfoAsync. */
export interface ToolInfoAsync<Args = unknown> extends Head {
  init(context?: InitContext): Promise<ToolBody<Args>>;
}

/** A tool of either kind whose arguments nobody needs to know. */
export type AnyToolInfo = ToolInfo | ToolInfoAsync;

interface Named {
  name: string;
  category: ToolCategory;
  /** True where it is left out. */
  enabled?: boolean;
  /** False where it is left out. */
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
 * `Tool.define(id, {...})` for a tool that is known at once, `Tool.define(id, {...}, init)` for one
 * whose description and schema are made when it is first wanted. Source: seed 003; schemas of zod 3
 * and of zod 4 alike.
 */
export const Tool = { define };
