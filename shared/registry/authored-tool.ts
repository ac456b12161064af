import { Arguments, JsonObject } from '../tool/json.ts';
import type { AuthoredTool } from '../tool/toolset.ts';
import { shape } from '../returns/shape.ts';
import { describe } from './describe.ts';
import { invoke, type InvokeParts } from './invoke.ts';
import type { Tool } from './tool.ts';
import { unrun } from './unrun.ts';

/** Makes of what an author wrote a tool like any other. `newRunId` names each call. */
export function authoredTool(
  tool: AuthoredTool,
  folderName: string,
  parts: InvokeParts,
  newRunId: () => string,
): Tool {
  const { definition } = tool;
  const kind = definition.kind ?? 'execute';
  const description = { short: definition.description };
  const hidden = new Set(definition.hidden);
  const { properties, required } = definition.parameters;
  const shown = Object.entries(JsonObject.safeParse(properties).data ?? {}).filter(
    ([name]) => !hidden.has(name),
  );
  const needed = Array.isArray(required)
    ? required.filter((name): name is string => typeof name === 'string' && !hidden.has(name))
    : undefined;
  return {
    name: definition.name,
    displayName: definition.name,
    kind,
    isReadOnly: kind === 'readonly',
    // What has to be asked for works on the person's files, where two calls would meet.
    isConcurrencySafe: parts.languages.get(tool.code.language)?.ask === undefined,
    strict: false,
    description,
    version: '1.0.0',
    ...(definition.category === undefined ? {} : { category: definition.category }),
    tags: [],
    getFunctionDeclaration: () => ({
      name: definition.name,
      description: describe(description),
      parameters: {
        type: 'object',
        properties: Object.fromEntries(shown),
        ...(needed === undefined ? {} : { required: needed }),
      },
    }),
    build: (params) => ({ toolName: definition.name, params }),
    async execute(params, context) {
      const args = Arguments.safeParse(params);
      if (!args.success) {
        const message = 'The arguments must be a JSON object';
        const fault = { class: 'ValidationError', message, issues: [] };
        const ending = unrun({ kind: 'failed', exitCode: 2, fault });
        return shape(ending, { name: definition.name, returns: tool.returns }).result;
      }
      const call = { runId: newRunId(), tool, folderName, arguments: args.data };
      const signal = context?.signal ?? new AbortController().signal;
      return (await invoke(call, parts, () => undefined, signal)).result;
    },
  };
}
