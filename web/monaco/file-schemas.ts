import { z } from 'zod';
import { Policies } from '../../shared/tool/definition.ts';
import { Samples } from '../../shared/tool/sample.ts';

const parameterTypes = [
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
] as const;

// Only what helps while typing: what a file may hold at all is the reader's to say, not the editor's.
const ParameterFile = z.looseObject({
  type: z
    .union([z.enum(parameterTypes), z.array(z.enum(parameterTypes))])
    .optional()
    .describe('The JSON type of the argument'),
  description: z.string().optional().describe('What the model is told of this argument'),
  enum: z.array(z.unknown()).optional().describe('The only values allowed'),
  default: z.unknown().optional().describe('Stands in when the argument is left out'),
});

const DefinitionFile = z.looseObject({
  id: z.string().optional().describe('The name that the model calls; best the name of the folder'),
  description: z.string().optional().describe('What the tool does: the model chooses by this'),
  parameters: z
    .looseObject({
      type: z.literal('object').optional(),
      properties: z.record(z.string(), ParameterFile).optional(),
      required: z.array(z.string()).optional().describe('The arguments that must be given'),
    })
    .optional()
    .describe('JSON Schema of the arguments; its root describes an object'),
  category: z.string().optional().describe('Where the library lists the tool'),
  icon: z.string().optional().describe('File name of an SVG, such as brain.svg'),
  timeout: z
    .number()
    .positive()
    .optional()
    .describe('Seconds until the tool is stopped; 30 if left out'),
  template: z
    .enum(['bound', 'raw'])
    .optional()
    .describe('bound: arguments are data. raw: pasted in as str.format does'),
  policies: Policies.optional(),
});

const ReturnFile = z.looseObject({
  truncate: z.int().positive().optional().describe('Keep the first N characters of the output'),
  template: z
    .string()
    .optional()
    .describe('Message for the person over {output}, {stderr}, {return_code} and {tool_id}'),
});

const MetaFile = z.looseObject({
  notes: z.string().optional().describe('For people only; no model sees it'),
  icon: z.string().optional(),
  owner: z.string().optional(),
  created_at: z.string().optional(),
});

/** Schemas of a tool folder's JSON files, for completion and checking in the editor. */
export const fileSchemas = (): { uri: string; fileMatch: string[]; schema: unknown }[] =>
  [
    { name: 'definition.json', match: 'definition.json', schema: DefinitionFile },
    { name: 'return.json', match: 'return.json', schema: ReturnFile },
    { name: 'meta.json', match: 'meta.json', schema: MetaFile },
    { name: 'samples.json', match: '*samples.json', schema: Samples },
  ].map(({ name, match, schema }) => ({
    uri: `lathe:schema/${name}`,
    fileMatch: [match],
    schema: z.toJSONSchema(schema, { io: 'input', target: 'draft-7', unrepresentable: 'any' }),
  }));
