import { Arguments, Json, type JsonObject, type JsonSchema } from '../tool/json.ts';
import type { ToolParameter } from '../schema/flatten-parameters.ts';
import type { ToolDefinition } from './tool-definition.ts';
import type { ArgumentsSchema, ToolContext, ToolInfo } from './tool-info.ts';

/** A tool of the oldest form: a flat list of parameters and one function. Source: seed 003. */
export interface LegacyTool {
  definition: ToolDefinition;
  handler(
    args: Arguments,
    context: ToolContext,
  ): Promise<{ success: boolean; data?: unknown; error?: string }>;
}

const propertyOf = ({ type, description, enum: values }: ToolParameter): JsonSchema => ({
  type,
  description,
  ...(values ? { enum: values } : {}),
});

/** The oldest form checked nothing: its schema declares, and takes any object. */
const schemaOf = ({ parameters }: ToolDefinition): ArgumentsSchema<Arguments> & JsonSchema => {
  const declared: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map((one) => [one.name, propertyOf(one)])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  const safeParseAsync = async (value: unknown) => {
    const parsed = Arguments.safeParse(value);
    return parsed.success
      ? { success: true as const, data: parsed.data }
      : { success: false as const, error: { message: 'The arguments must be a JSON object' } };
  };
  return Object.defineProperty(declared, 'safeParseAsync', {
    value: safeParseAsync,
  }) as ArgumentsSchema<Arguments> & JsonSchema;
};

/** Makes of an old tool one of `Tool.define`: what its handler refuses is thrown, in its own words. */
export function legacyTool({ definition, handler }: LegacyTool): ToolInfo<Arguments> {
  const { id, name, description, enabled, autoExecute, category } = definition;
  return {
    ...{ id, name, description, enabled, autoExecute, category },
    parameters: schemaOf(definition),
    async execute(args, context) {
      const { success, data, error } = await handler(args, context);
      if (!success) throw new Error(error ?? `Tool "${id}" failed`);
      const output = typeof data === 'string' ? data : JSON.stringify(data ?? null);
      const found = Json.safeParse(data);
      const metadata: JsonObject = found.success ? { data: found.data } : {};
      return { title: name, output, metadata };
    },
  };
}
