import { z } from 'zod';
import { DeclareOptions } from '../../tool/declared.ts';
import { plainNumber } from '../../tool/exact-number.ts';
import { isObject } from '../../schema/json/values.ts';
import { ToolKind, Traits } from '../../tool/definition.ts';
import type { JsonSchema } from '../../tool/json.ts';
import { Problem } from '../../tool/problem/problem.ts';

/** Policies under the names that the format gives them. Source: seed 000. */
export const Permissions = z.looseObject({
  executionPolicy: z.string().optional(),
  resultApprovalPolicy: z.string().optional(),
});

/**
 * What the author chose beside the script, in place of what the script says. Kept whenever the script
 * is read anew, so a choice outlives every edit until it is taken back.
 */
const Overrides = z.looseObject({
  rulePrompt: z.string().optional(),
  /** For every tool that says nothing itself. */
  permissions: Permissions.optional(),
  /** By the name of a tool. */
  tools: z.record(z.string(), Permissions).optional(),
});

/** It comes out of parsed JSON, so that it is an object is all there is to check. */
const Schema = z.custom<JsonSchema>((value) => isObject(value), 'It must be an object');

/** A function in the form of OpenAI, with what the format keeps beside it. */
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
  /** May be called by name and is never offered to a model. */
  unlisted: z.boolean().optional(),
  /** What a person reads in place of the name. */
  label: z.string().optional(),
  category: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** What is called; the function's name where it is left out. */
  entry: z.string().optional(),
  /** The function's lines, from 1, both included. */
  line: z.int().optional(),
  endLine: z.int().optional(),
});
export type CachedTool = z.infer<typeof CachedTool>;

/**
 * `<name>.tool.json`: what was read of a script, so that no interpreter is needed to know its tools.
 * Valid with a type, a name and a list of tools, be it empty. Unknown fields are kept. Source: seed 000.
 */
export const ModuleCache = z.looseObject({
  type: z.string(),
  name: z.string(),
  /** Relative to the folder. Never trusted: the script lies beside its cache, under the same name. */
  scriptPath: z.string().optional(),
  tools: z.array(CachedTool),
  rulePrompt: z.string().optional(),
  defaultPermissions: Permissions.optional(),
  /** When the script was changed that was read: milliseconds since 1970. */
  lastModified: z.preprocess((given) => plainNumber(given) ?? given, z.number().optional()),
  /** Whether another program wrote it first: its name and permissions are then kept at every reading. */
  authored: z.boolean().optional(),
  /** Of the script that was read. Without it only times can tell. */
  contentHash: z.string().optional(),
  /** The author's choices for reading. */
  options: DeclareOptions.optional(),
  overrides: Overrides.optional(),
  /** The kind of module, where a language has several: the id of its format. */
  dialect: z.string().optional(),
  /** Of all that the module loads, where that is more than the script. */
  folderHash: z.string().optional(),
  /** A hash of each part of their surroundings that the tools were made for. */
  told: z.record(z.string(), z.string()).optional(),
  /** What a call needs beside the language's own library: names of packages. */
  packages: z.array(z.string()).optional(),
  /** What is wrong with the script. */
  problems: z.array(Problem).optional(),
  /** The script can no longer be parsed; the tools are those of its last good state. */
  stale: z.boolean().optional(),
});
export type ModuleCache = z.infer<typeof ModuleCache>;
