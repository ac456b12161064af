import { isObject } from '../../../../shared/schema/json/values.ts';
import type { JsonObject } from '../../../../shared/tool/json.ts';
import type { LoadedTool } from './loaded-tool.ts';
import { schemaOf } from './schema-of.ts';
import { cwdOf, identityOf, type State } from './state.ts';
import { toJson } from './answers.ts';
import { uiOf } from './ui.ts';

export interface OpencodeTool {
  description?: unknown;
  args: Record<string, unknown>;
  execute(args: unknown, context: unknown): unknown;
}

export const isOpencodeTool = (value: unknown): value is OpencodeTool =>
  typeof value === 'object' &&
  value !== null &&
  'args' in value &&
  typeof value.args === 'object' &&
  'execute' in value &&
  typeof value.execute === 'function';

const facts = (value: unknown): JsonObject => {
  const json = toJson(value);
  return isObject(json) ? json : {};
};

/** Converts a tool of opencode, which is named after its file. Source: its own SDK, `tool()`. */
export async function opencodeTool(
  state: State,
  name: string,
  tool: OpencodeTool,
): Promise<LoadedTool> {
  const { z } = await import('zod');
  const shape = z.object(tool.args as Record<string, import('zod').ZodType>);
  const { schema, problems } = await schemaOf(shape);
  return {
    facts: { name, description: String(tool.description ?? ''), parameters: schema, problems },
    async run(call) {
      const args: unknown = await shape.parseAsync(call.arguments);
      const { sessionId, messageId, callId } = identityOf(state, call);
      let told: JsonObject = {};
      const context = {
        sessionID: sessionId,
        messageID: messageId,
        callID: callId,
        agent: 'lathe',
        directory: cwdOf(state),
        worktree: state.cwd,
        abort: call.signal,
        metadata(update: unknown) {
          told = { ...told, ...facts(update) };
          call.update({ content: [], details: told, isError: false });
        },
        async ask(question: { permission?: unknown } = {}) {
          const title = `Allow "${String(question.permission ?? name)}"?`;
          if (!(await uiOf(state).confirm(title))) throw new Error('The person did not allow it');
        },
      };
      const answer = await tool.execute(args, context);
      if (typeof answer === 'string') {
        return { content: [{ type: 'text', text: answer }], details: told, isError: false };
      }
      const { output, title, metadata } = facts(answer);
      if (typeof output !== 'string') {
        throw new TypeError('The tool answered with neither a text nor {output}');
      }
      return {
        content: [{ type: 'text', text: output }],
        details: { ...told, ...facts(metadata) },
        isError: false,
        ...(typeof title === 'string' && title !== '' ? { facts: { title } } : {}),
      };
    },
  };
}
