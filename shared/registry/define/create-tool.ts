import { hasOwnWords } from '../../schema/own-words.ts';
import { toJsonSchema } from '../../schema/to-json-schema.ts';
import type { ToolKind } from '../../tool/definition.ts';
import { JsonObject, JsonSchema } from '../../tool/json.ts';
import type { ToolResult } from '../../tool/run/result.ts';
import { executionContext } from '../tool.ts';
import type { ExecutionContext, FunctionDeclaration, Tool, ToolDescription } from '../tool.ts';
import { thrownResult } from '../call/thrown-result.ts';

/** The parts of a zod 3 or zod 4 schema that a tool needs. */
export interface ParamsSchema<Params> {
  parseAsync(value: unknown): Promise<Params>;
}

export interface ToolConfig<Params> {
  name: string;
  displayName?: string;
  kind: ToolKind;
  schema: ParamsSchema<Params>;
  /** The schema of the answer, in zod or as JSON Schema: `metadata.structuredContent`, else the text as JSON. */
  outputSchema?: unknown;
  description: ToolDescription;
  /** Gets checked parameters, with defaults filled in. */
  execute(params: Params, context?: ExecutionContext): Promise<ToolResult>;
  version?: string;
  category?: string;
  tags?: string[];
  isReadOnly?: boolean;
  isConcurrencySafe?: boolean;
  strict?: boolean;
  policies?: Tool['policies'];
  extractSignatureContent?: (params: unknown) => string;
  abstractPermissionRule?: (params: unknown) => string;
}

/**
 * Makes a tool from a zod schema, which gives types, checking and the declaration. Source: seed 004,
 * `createTool`, with its defaults and texts.
 */
export function createTool<Params>(config: ToolConfig<Params>): Tool<Params> {
  const { name, kind, schema, extractSignatureContent, abstractPermissionRule, category } = config;
  const converted = toJsonSchema(schema);
  const problems = converted.problems.map((problem) => problem.message);
  if (converted.schema.properties === undefined) {
    problems.push(
      `The schema of "${name}" is not an object: a model is told that it takes no parameters`,
    );
  }
  return {
    name,
    displayName: config.displayName || name,
    kind,
    isReadOnly: config.isReadOnly ?? kind === 'readonly',
    isConcurrencySafe: config.isConcurrencySafe ?? true,
    strict: config.strict ?? false,
    description: config.description,
    version: config.version ?? '1.0.0',
    category,
    tags: config.tags ?? [],
    outputSchema: answerSchema(config.outputSchema, problems),
    problems,
    wordsRefusals: hasOwnWords(schema),
    getFunctionDeclaration: () => ({
      name,
      description: describe(config.description),
      parameters: parametersOf(converted.schema),
    }),
    build: (params) => ({ toolName: name, params }),
    async execute(params, context) {
      try {
        return await config.execute(await schema.parseAsync(params), context);
      } catch (cause) {
        return thrownResult(cause);
      }
    },
    async plan(params, options) {
      try {
        const parsed = await schema.parseAsync(params);
        return {
          kind: 'ready',
          async perform(doing) {
            try {
              return { result: await config.execute(parsed, executionContext(options, doing)) };
            } catch (cause) {
              return { result: thrownResult(cause) };
            }
          },
        };
      } catch (cause) {
        return { kind: 'ended', result: thrownResult(cause) };
      }
    },
    policies: config.policies,
    extractSignatureContent,
    abstractPermissionRule,
  };
}

/** An author's schema of the answer. Anything else is a problem and is ignored. */
export function answerSchema(given: unknown, problems: string[] = []): JsonSchema | undefined {
  if (given === undefined) return undefined;
  const isZod = typeof given === 'object' && given !== null && ('_zod' in given || '_def' in given);
  if (!isZod) {
    const { data } = JsonSchema.safeParse(given);
    if (!data) problems.push('Its "outputSchema" is not a schema, so nobody is told of it');
    return data;
  }
  const converted = toJsonSchema(given);
  problems.push(...converted.problems.map(({ message }) => message));
  return converted.schema;
}

/** The parameters of a declaration: type, properties and required names. */
export function parametersOf(schema: JsonSchema): FunctionDeclaration['parameters'] {
  const properties = JsonObject.safeParse(schema.properties).data ?? {};
  if (!Array.isArray(schema.required)) return { type: 'object', properties };
  const required = schema.required.filter((name): name is string => typeof name === 'string');
  return { type: 'object', properties, required };
}

/**
 * The description for a model: short, long, then notes and important rules as bullets. Examples are for
 * people and left out. Source: seed 004, `buildFullDescription`.
 */
export function describe(description: ToolDescription): string {
  const { short, long, usageNotes = [], important = [] } = description;
  return [
    short,
    ...(long ? [long] : []),
    ...bullets('\nUsage notes:', usageNotes),
    ...bullets('\nIMPORTANT:', important),
  ].join('\n');
}

function bullets(title: string, notes: string[]): string[] {
  return notes.length === 0 ? [] : [title, ...notes.map((note) => `- ${note}`)];
}
