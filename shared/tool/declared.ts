import { z } from 'zod';
import { Policies, ToolKind, Traits } from './definition.ts';
import type { Folder } from './folder.ts';
import { JsonObject, JsonSchema } from './json.ts';
import { Problem } from './problem.ts';

/** A function of a module as a tool. */
export const DeclaredTool = z.object({
  name: z.string(),
  description: z.string(),
  parameters: JsonSchema,
  /** Parameters that a host injects. */
  hidden: z.array(z.string()).optional(),
  policies: Policies.optional(),
  /** Whether the author's own formatter words the result for the model. */
  hasFormat: z.boolean().optional(),
  isAsync: z.boolean().optional(),
  kind: ToolKind.optional(),
  ...Traits.shape,
  /** May be called by name and is never offered to a model. */
  unlisted: z.boolean().optional(),
  /** What a person reads in place of the name. */
  label: z.string().optional(),
  category: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** The lines of the function, from 1, both included. */
  line: z.int().min(1),
  endLine: z.int().min(1),
  /** What is called, such as `area` or `Tools.area`. */
  entry: z.string(),
  /** What the author says of the answer. */
  declaredReturnType: z.object({ type: z.string(), note: z.string().optional() }).optional(),
});
export type DeclaredTool = z.infer<typeof DeclaredTool>;

const problems = z.array(Problem.omit({ file: true, fix: true }));

/** What a module declares, found without running it. `ok` is false where it cannot be parsed. */
export const Declared = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    rulePrompt: z.string().optional(),
    /** What counts for every tool that says nothing itself. */
    policies: Policies.optional(),
    tools: z.array(DeclaredTool),
    /** What a call needs beside the language's own library: names of packages. */
    packages: z.array(z.string()).optional(),
    /** The kind of module, where a language has several: the id of its format. */
    dialect: z.string().optional(),
    /** A hash of each part of its surroundings that the tools depend on, such as the skills. */
    told: z.record(z.string(), z.string()).optional(),
    problems,
  }),
  z.object({ ok: z.literal(false), problems }),
]);
export type Declared = z.infer<typeof Declared>;

/** Choices of a module's author: the answers of the original system, and a class whose methods are tools. */
export const DeclareOptions = z.looseObject({
  compat: z.boolean().optional(),
  toolkit: z.string().optional(),
});
export type DeclareOptions = z.infer<typeof DeclareOptions>;

/** Reads one module of one language. Never rejects: what keeps it from reading is a value. */
export type Declare = (asked: {
  source: string;
  file: string;
  options: JsonObject;
  /** The folder around the file, for a language whose modules read more of it. */
  folder?: { name: string; files: Folder };
}) => Promise<Declared | { unavailable: string }>;

/** The readers of modules, by the id of their language. */
export type Declarers = ReadonlyMap<string, Declare>;
