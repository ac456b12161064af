import { z } from 'zod';
import { Policies, ToolKind, Traits } from './definition.ts';
import type { Folder } from './folder.ts';
import { JsonObject, JsonSchema } from './json.ts';
import { Problem } from './problem/problem.ts';

/** A function of a module that is a tool. */
export const DeclaredTool = z.object({
  name: z.string(),
  description: z.string(),
  parameters: JsonSchema,
  /** Parameters that the host injects; a model never sees them. */
  hidden: z.array(z.string()).optional(),
  policies: Policies.optional(),
  /** Whether the author's own formatter makes the text for the model. */
  hasFormat: z.boolean().optional(),
  isAsync: z.boolean().optional(),
  kind: ToolKind.optional(),
  ...Traits.shape,
  /** Callable by name, but never offered to a model. */
  unlisted: z.boolean().optional(),
  /** A display name for people. */
  label: z.string().optional(),
  category: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** The first and last line of the function, from 1. */
  line: z.int().min(1),
  endLine: z.int().min(1),
  /** The function to call, such as `area` or `Tools.area`. */
  entry: z.string(),
  /** The return type and its note, as the author declared them. */
  declaredReturnType: z.object({ type: z.string(), note: z.string().optional() }).optional(),
});
export type DeclaredTool = z.infer<typeof DeclaredTool>;

const problems = z.array(Problem.omit({ file: true, fix: true }));

/** The declarations of a module, read without running it. `ok` is false if it cannot be parsed. */
export const Declared = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    rulePrompt: z.string().optional(),
    /** The policies of every tool without its own. */
    policies: Policies.optional(),
    tools: z.array(DeclaredTool),
    /** The packages that a call needs beyond the language's own library. */
    packages: z.array(z.string()).optional(),
    /** The id of the format, for a language with several kinds of modules. */
    dialect: z.string().optional(),
    /** A hash of each part of the surroundings that the tools depend on, such as the skills. */
    told: z.record(z.string(), z.string()).optional(),
    problems,
  }),
  z.object({ ok: z.literal(false), problems }),
]);
export type Declared = z.infer<typeof Declared>;

/**
 * Options of a module's author: `compat` reads it as the original system did, `toolkit` names a class whose
 * methods are tools.
 */
export const DeclareOptions = z.looseObject({
  compat: z.boolean().optional(),
  toolkit: z.string().optional(),
});
export type DeclareOptions = z.infer<typeof DeclareOptions>;

/** Reads one module of one language. Never rejects: a failure is a value. */
export type Declare = (asked: {
  source: string;
  file: string;
  options: JsonObject;
  /** The folder of the file, for a language whose modules read more of it. */
  folder?: { name: string; files: Folder };
}) => Promise<Declared | { unavailable: string }>;

/** The module readers, by the id of their language. */
export type Declarers = ReadonlyMap<string, Declare>;
