import { z } from 'zod';
import { Definition, Policies } from './definition.ts';
import { Folder } from './folder.ts';
import { JsonObject } from './json.ts';

/** return.json of a three-layer tool: how an Ending becomes a result. Unknown fields are kept. */
export const ReturnRules = z.looseObject({
  /** The number of code points of output to keep; anything except a positive integer is ignored. */
  truncate: z.unknown().optional(),
  /** The message for the person, with the placeholders `{output}`, `{stderr}`, `{return_code}` and `{tool_id}`. */
  template: z.unknown().optional(),
});
export type ReturnRules = z.infer<typeof ReturnRules>;

/** The code of a tool, its language and its file. */
export const Code = z.object({
  /** The id of a language, such as `python`. */
  language: z.string(),
  /** The file's path in the folder. */
  file: z.string(),
  source: z.string(),
  /** The function to call, if the file declares several. */
  entry: z.string().optional(),
  /** The first and last line of that function, from 1. */
  lines: z.object({ from: z.int(), to: z.int() }).optional(),
  /** `bound`: arguments are data. `raw`: arguments are pasted like `str.format` does, at the author's request. */
  template: z.enum(['bound', 'raw']).optional(),
  /** The pure-Python wheels that the tool needs, by file name. */
  packages: z.array(z.string()).optional(),
  /** The folder's name and files, if the code reads other files of it. */
  folder: z.object({ name: z.string(), files: Folder }).optional(),
});
export type Code = z.infer<typeof Code>;

export const AuthoredTool = z.object({
  definition: Definition,
  code: Code,
  returns: ReturnRules.optional(),
  /** The author's notes (meta.json), kept and shown. */
  meta: JsonObject.optional(),
  /** Unknown fields of the definition's file; kept when Lathe writes it. */
  extra: JsonObject.optional(),
});
export type AuthoredTool = z.infer<typeof AuthoredTool>;

/** The declarations of a folder. */
export const Toolset = z.object({
  /** The id of the format that the folder has, such as `three-layer`. */
  format: z.string(),
  group: z.object({
    name: z.string(),
    rulePrompt: z.string().optional(),
    policies: Policies.optional(),
  }),
  tools: z.array(AuthoredTool),
});
export type Toolset = z.infer<typeof Toolset>;
