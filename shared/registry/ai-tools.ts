import type { JsonSchema } from '../tool/json.ts';
import type { FunctionDeclaration } from './tool.ts';

/** A set of tools in the form of the AI SDK (ai, version 5): by name, the schema marked as it marks one. */
export type AiTools = Record<
  string,
  { description: string; inputSchema: { jsonSchema: JsonSchema } }
>;

/** The AI SDK tells a schema of its own by this symbol, which every copy of it shares. */
const mark = Symbol.for('vercel.ai.schema');

/** Declarations as `tools` of `generateText` and `streamText`; running a call is left to the caller. */
export function aiTools(declarations: readonly FunctionDeclaration[]): AiTools {
  return Object.fromEntries(
    declarations.map(({ name, description, parameters }) => [
      name,
      {
        description,
        inputSchema: { [mark]: true, jsonSchema: { ...parameters }, validate: undefined },
      },
    ]),
  );
}
