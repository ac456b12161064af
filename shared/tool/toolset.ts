import { z } from 'zod';
import { Definition, Policies } from './definition.ts';
import { Folder } from './folder.ts';
import { JsonObject } from './json.ts';

/** return.json of a three-layer tool: how an ending becomes a result. Unknown fields are kept. */
export const ReturnRules = z.looseObject({
  /** Keep the first N code points of the output; a positive integer, anything else is ignored. */
  truncate: z.unknown().optional(),
  /** The message's text over `{output}`, `{stderr}`, `{return_code}` and `{tool_id}`. */
  template: z.unknown().optional(),
});
export type ReturnRules = z.infer<typeof ReturnRules>;

/** The code of an authored tool: which language reads it, from which file of the folder. */
export const Code = z.object({
  /** The id of a language, such as `python`. */
  language: z.string(),
  /** The file's path in the folder. */
  file: z.string(),
  source: z.string(),
  /** The function to call, where the file declares several. */
  entry: z.string().optional(),
  /** The lines of that function, from 1, both included. */
  lines: z.object({ from: z.int(), to: z.int() }).optional(),
  /** `bound`: arguments are data. `raw`: pasted as `str.format` does, by the author's choice. */
  template: z.enum(['bound', 'raw']).optional(),
  /** Pure-Python wheels, by file name, that the tool needs. */
  packages: z.array(z.string()).optional(),
  /** The folder's name and files, where the code reads more of them than its own. */
  folder: z.object({ name: z.string(), files: Folder }).optional(),
});
export type Code = z.infer<typeof Code>;

export const AuthoredTool = z.object({
  definition: Definition,
  code: Code,
  returns: ReturnRules.optional(),
  /** The author's notes (meta.json), kept and shown. */
  meta: JsonObject.optional(),
  /** Fields of the definition's file that nobody here knows; kept when it is written. */
  extra: JsonObject.optional(),
});
export type AuthoredTool = z.infer<typeof AuthoredTool>;

/** What a folder declares. */
export const Toolset = z.object({
  /** The id of the format that read it, such as `three-layer`. */
  format: z.string(),
  group: z.object({
    name: z.string(),
    rulePrompt: z.string().optional(),
    policies: Policies.optional(),
  }),
  tools: z.array(AuthoredTool),
});
export type Toolset = z.infer<typeof Toolset>;
