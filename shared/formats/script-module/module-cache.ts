import { z } from 'zod';
import { DeclareOptions } from '../../tool/declared.ts';
import { plainNumber } from '../../tool/exact-number.ts';
import { isObject } from '../../schema/json/values.ts';
import { ToolKind, Traits } from '../../tool/definition.ts';
import type { JsonSchema } from '../../tool/json.ts';
import { Problem } from '../../tool/problem/problem.ts';

/** Policies under the names of the format. Source: seed 000. */
export const Permissions = z.looseObject({
  executionPolicy: z.string().optional(),
  resultApprovalPolicy: z.string().optional(),
});

/**
 * The author's choices, which override the script. They are kept at every reading until the author removes
 * them.
 */
const Overrides = z.looseObject({
  rulePrompt: z.string().optional(),
  /** For every tool without its own. */
  permissions: Permissions.optional(),
  /** By tool name. */
  tools: z.record(z.string(), Permissions).optional(),
});

/** The input is parsed JSON, so being an object is the only check. */
const Schema = z.custom<JsonSchema>((value) => isObject(value), 'It must be an object');

/** A function in the format of OpenAI, with additional fields of this format. */
export const CachedTool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: z.string(),
    description: z.string().optional(),
    parameters: Schema.optional(),
  }),
  executionPolicy: z.string().optional(),
  resultApprovalPolicy: z.string().optional(),
  hasFormat: z.boolean().optional(),
  hidden: z.array(z.string()).optional(),
  kind: ToolKind.optional(),
  ...Traits.shape,
  /** Callable by name, but never offered to a model. */
  unlisted: z.boolean().optional(),
  /** A name for people. */
  label: z.string().optional(),
  category: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** The entry; by default the function's name. */
  entry: z.string().optional(),
  /** The function's lines, from 1, inclusive. */
  line: z.int().optional(),
  endLine: z.int().optional(),
});
export type CachedTool = z.infer<typeof CachedTool>;

/**
 * `<name>.tool.json`: the declarations of a script, so that its tools are known without an interpreter. Valid
 * with a type, a name and a list of tools, which may be empty. Unknown fields are kept. Source: seed 000.
 */
export const ModuleCache = z.looseObject({
  type: z.string(),
  name: z.string(),
  /** Relative to the folder. Not used: the script is beside its cache, with the same name. */
  scriptPath: z.string().optional(),
  tools: z.array(CachedTool),
  rulePrompt: z.string().optional(),
  defaultPermissions: Permissions.optional(),
  /** When the script was last changed, in milliseconds since 1970. */
  lastModified: z.preprocess((given) => plainNumber(given) ?? given, z.number().optional()),
  /** Whether another program wrote it first; then its name and permissions are kept at every reading. */
  authored: z.boolean().optional(),
  /** The hash of the script. Without it only times can tell whether the cache is fresh. */
  contentHash: z.string().optional(),
  /** The author's choices for reading. */
  options: DeclareOptions.optional(),
  overrides: Overrides.optional(),
  /** The id of the module's format, if its language has several. */
  dialect: z.string().optional(),
  /** The hash of all files that the module loads, if there are more than the script. */
  folderHash: z.string().optional(),
  /** A hash of each part of the context that the tools depend on. */
  told: z.record(z.string(), z.string()).optional(),
  /** The names of packages that a call needs, besides the standard library. */
  packages: z.array(z.string()).optional(),
  /** The problems of the script. */
  problems: z.array(Problem).optional(),
  /** The script can no longer be parsed; the tools are those of its last valid version. */
  stale: z.boolean().optional(),
});
export type ModuleCache = z.infer<typeof ModuleCache>;
