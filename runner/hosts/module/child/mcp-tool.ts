import { answerOf, isBlock, toJson } from './answers.ts';
import type { LoadedTool } from './loaded-tool.ts';
import { mcpAsks } from './mcp-asks.ts';
import type { EffectHints } from '../../../../shared/tool/definition.ts';
import type { ServedTool } from './provided/mcp.ts';
import { schemaOf } from './schema-of.ts';
import { sessionOf, type State } from './state.ts';

type Fields = Record<string, unknown>;
type Parse = (args: unknown) => unknown;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const isParser = (value: unknown): value is { parseAsync: Parse } =>
  typeof fieldsOf(value).parseAsync === 'function';

/** Converts a tool of an MCP server. Source: the official SDK, `registerTool`. */
export async function mcpTool(
  state: State,
  { name, config, handler }: ServedTool,
): Promise<LoadedTool> {
  const { description, title, annotations, inputSchema, outputSchema } = config;
  const input = await inputOf(inputSchema);
  const output = outputSchema === undefined ? undefined : await inputOf(outputSchema);
  const hints = fieldsOf(annotations);
  const effects = effectsOf(hints);
  const label = title ?? hints.title;
  return {
    facts: {
      name,
      description: String(description ?? ''),
      parameters: input.schema,
      ...(typeof label === 'string' ? { label } : {}),
      ...kindOf(hints),
      ...(effects ? { hints: effects } : {}),
      ...(output ? { outputSchema: output.schema } : {}),
      problems: input.problems,
    },
    async run(call) {
      const { settle, elicitInput, log, notify } = mcpAsks(state, call);
      const send = async (request: unknown) => {
        const { method, params } = fieldsOf(request);
        if (method === 'elicitation/create') return elicitInput(params);
        throw new Error(`Nobody here answers "${String(method)}", which the tool asks for`);
      };
      const base = { id: call.id, method: 'tools/call', signal: call.signal, log, notify, send };
      const context = {
        ...{ signal: call.signal, requestId: call.id, sessionId: sessionOf(state) },
        ...{ sendNotification: notify, sendRequest: send },
      };
      const args = await input.parse(call.arguments);
      const answer = await settle((more) => {
        const mcpReq = { ...base, ...more, elicitInput: (params: unknown) => elicitInput(params) };
        const now = { ...context, mcpReq };
        return inputSchema === undefined ? handler(now) : handler(args, now);
      });
      const { content, structuredContent, isError } = answer;
      const pieces = Array.isArray(content) ? content : [];
      const structured = toJson(structuredContent);
      return {
        ...answerOf({ content: pieces.map(known), details: structuredContent, isError }),
        ...(structured === undefined ? {} : { facts: { structuredContent: structured } }),
      };
    },
  };
}

/** Returns the kind from a tool's own hints; unknown without any. Source: MCP, ToolAnnotations. */
function kindOf({
  readOnlyHint,
  destructiveHint,
}: Fields): Pick<LoadedTool['facts'], 'kind' | 'policies'> {
  if (readOnlyHint === true) return { kind: 'readonly' };
  if (readOnlyHint !== false && destructiveHint !== true) return {};
  return { kind: 'write', policies: { execution: 'ask-once' } };
}

/** Returns the other hints, unchanged. */
function effectsOf(hints: Fields): EffectHints | undefined {
  const names = ['destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
  const said = names.filter((name) => typeof hints[name] === 'boolean');
  return said.length === 0
    ? undefined
    : Object.fromEntries(said.map((name) => [name, hints[name] === true]));
}

/** Content without a block type in Lathe is shown as JSON. */
const known = (piece: unknown): unknown => (isBlock(piece) ? piece : JSON.stringify(piece));

/** Returns the schema of a zod object, of a shape of such fields, of the standard's own form, or plain JSON. */
async function inputOf(given: unknown) {
  const plain: Parse = (args) => args;
  const { '~standard': standard } = fieldsOf(given);
  const { jsonSchema, validate } = fieldsOf(standard);
  const { input } = fieldsOf(jsonSchema);
  if (given === undefined) {
    return { ...(await schemaOf({ type: 'object', properties: {} })), parse: plain };
  }
  if (isParser(given)) return { ...(await schemaOf(given)), parse: given.parseAsync.bind(given) };
  if (typeof input === 'function' && typeof validate === 'function') {
    const parse = async (args: unknown): Promise<unknown> => {
      const { issues, value } = fieldsOf(await validate(args));
      if (issues) throw new TypeError(`The arguments were refused: ${JSON.stringify(issues)}`);
      return value;
    };
    return { ...(await schemaOf(input({ target: 'draft-2020-12' }))), parse };
  }
  const fields = Object.values(fieldsOf(given));
  if (fields.length === 0 || !fields.every(isParser)) {
    return { ...(await schemaOf(given)), parse: plain };
  }
  const { z } = await import('zod');
  const shape = z.object(given as Record<string, import('zod').ZodType>);
  return { ...(await schemaOf(shape)), parse: shape.parseAsync.bind(shape) };
}
