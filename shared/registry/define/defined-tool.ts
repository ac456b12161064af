import { hasOwnWords } from '../../schema/own-words.ts';
import { toJsonSchema } from '../../schema/to-json-schema.ts';
import { Json, JsonObject } from '../../tool/json.ts';
import { executionOf, type ToolKind } from '../../tool/definition.ts';
import type { ToolResult } from '../../tool/run/result.ts';
import { Step } from '../../tool/run/step.ts';
import { executionContext } from '../tool.ts';
import type { ExecutionContext, Tool } from '../tool.ts';
import { answerSchema, parametersOf } from './create-tool.ts';
import type { AnyToolInfo, InitContext, ToolBody, ToolContext } from './tool-define.ts';
import { executeDefined, LazyBody } from './lazy-body.ts';

/** A tool of `Tool.define` in the registry. */
export interface DefinedTool extends Tool {
  readonly info: AnyToolInfo;
  /** The body of the tool, or why it could not be made. A lazy tool makes it once. */
  ready(): Promise<{ ok: true; body: ToolBody } | { ok: false; message: string }>;
  /** Sets the context. A lazy tool is made again on its next use if the context changed. */
  setContext(context: InitContext | undefined): void;
  /** The parts of its context that a lazy tool has read. */
  readonly uses: ReadonlySet<string>;
}

/** The body of a tool that is complete from the start and depends on no context. */
const atOnce = (body: ToolBody) => ({
  known: body,
  get: async () => ({ ok: true as const, body }),
  setContext: () => undefined,
  uses: new Set<string>(),
});

const waiting = (id: string) => `Tool "${id}" has not been initialized`;

/**
 * Turns a definition into a registry tool. Until a lazy tool is first used, it declares no parameters and
 * that it is not ready. If making it fails, only its own calls fail.
 */
export function definedTool(info: AnyToolInfo, kind: ToolKind = 'execute'): DefinedTool {
  const source: Pick<LazyBody, 'known' | 'get' | 'setContext' | 'uses'> =
    'init' in info ? new LazyBody(info) : atOnce(info);
  const schemas = new WeakMap<ToolBody, ReturnType<typeof toJsonSchema>>();
  const schemaOf = (body: ToolBody) => {
    const schema = schemas.get(body) ?? toJsonSchema(body.parameters);
    schemas.set(body, schema);
    return schema;
  };
  return {
    info,
    ready: () => source.get(),
    setContext: (context) => source.setContext(context),
    uses: source.uses,
    name: info.id,
    displayName: info.name,
    kind,
    isReadOnly: kind === 'readonly',
    isConcurrencySafe: true,
    strict: false,
    get description() {
      return { short: source.known?.description ?? info.name };
    },
    version: '1.0.0',
    category: info.category,
    tags: [],
    get outputSchema() {
      return answerSchema(source.known?.outputSchema);
    },
    policies: { execution: executionOf(info.autoExecute) },
    get problems() {
      const body = source.known;
      return body ? schemaOf(body).problems.map(({ message }) => message) : [waiting(info.id)];
    },
    get wordsRefusals() {
      const body = source.known;
      return body?.formatValidationError !== undefined || hasOwnWords(body?.parameters);
    },
    getFunctionDeclaration() {
      const body = source.known;
      return {
        name: info.id,
        description: body?.description ?? info.name,
        parameters: parametersOf(body ? schemaOf(body).schema : {}),
      };
    },
    build: (params) => ({ toolName: info.id, params }),
    async plan(params, options) {
      const made = await source.get();
      if (!made.ok) return { kind: 'ended', result: unready(info.id, made.message) };
      const { parameters, formatValidationError } = made.body;
      const parsed = await parameters.safeParseAsync(params);
      if (!parsed.success) {
        const said = formatValidationError?.call(made.body, parsed.error);
        const message = said ?? `Invalid arguments: ${parsed.error.message}`;
        return { kind: 'ended', result: failed(message, 'validation_error') };
      }
      return {
        kind: 'ready',
        perform: async (doing) => ({
          result: await executed(made.body, params, executionContext(options, doing)),
        }),
      };
    },
    async execute(params, context) {
      const made = await source.get();
      return made.ok ? executed(made.body, params, context) : unready(info.id, made.message);
    },
  };
}

async function executed(
  body: ToolBody,
  params: unknown,
  context?: ExecutionContext,
): Promise<ToolResult> {
  const answer = await executeDefined(body, params, contextOf(context));
  if (!answer.success) return failed(answer.error, answer.type);
  const { title, output, metadata, attachments } = answer.data;
  return {
    success: true,
    llmContent: output,
    displayContent: output === '' ? title : `${title}\n\n${output}`,
    metadata: {
      ...JsonObject.parse(metadata),
      title,
      ...(attachments ? { attachments: Json.parse(attachments) } : {}),
    },
  };
}

const unready = (id: string, message: string) =>
  failed(`Tool "${id}" could not be initialized: ${message}`, 'execution_error');

const contextOf = (context: ExecutionContext = {}): ToolContext => ({
  sessionId: context.sessionId ?? '',
  messageId: context.messageId ?? '',
  ...(context.callId === undefined ? {} : { toolCallId: context.callId }),
  ...(context.cwd === undefined ? {} : { workingDirectory: context.cwd }),
  ...(context.signal === undefined ? {} : { abortSignal: context.signal }),
  onStepStart: heard(context.onStepStart),
  onStepComplete: heard(context.onStepComplete),
  metadata: (update) => context.update?.({ ...update }),
});

const heard = (hear?: (step: Step) => void) => hear && ((said: JsonObject) => hear(asStep(said)));

/** A step as a tool reports it, with missing fields filled in. */
const asStep = (said: JsonObject): Step => {
  const basics = { id: crypto.randomUUID(), type: 'tool_call', title: '', status: 'running' };
  return Step.parse({ ...basics, timestamp: Date.now(), ...said });
};

function failed(message: string, type: 'validation_error' | 'execution_error'): ToolResult {
  const error = { type, message };
  return { success: false, llmContent: message, displayContent: `❌ ${message}`, error };
}
