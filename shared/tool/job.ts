import { z } from 'zod';
import { Agent } from './agent.ts';
import { CallContext } from './call-context.ts';
import { Folder } from './folder.ts';
import { Arguments, JsonObject, JsonSchema } from './json.ts';

/** Where a job is stopped. Bytes are of UTF-8; each has its own clear ending. */
export const Limits = z.object({
  timeoutMs: z.number().positive(),
  /** Bytes of stdout and stderr together that are kept; the head is kept, the rest counted. */
  outputBytes: z.int().positive(),
});
export type Limits = z.infer<typeof Limits>;

/** A Python template or module for the sealed interpreter. */
export const PythonJob = z.object({
  host: z.literal('python'),
  /**
   * `fill`: answer with the program and run nothing. `template`: fill and run.
   * `call`: call the function `entry` of `source`. `declare`: read `source` without running it.
   */
  task: z.enum(['fill', 'template', 'call', 'declare']),
  source: z.string(),
  /** The file's name in tracebacks. */
  file: z.string(),
  mode: z.enum(['bound', 'raw']),
  /** The parameters' schema: names, defaults and what is required. */
  parameters: JsonSchema,
  arguments: Arguments,
  entry: z.string().optional(),
  packages: z.array(z.string()),
  limits: Limits,
});
export type PythonJob = z.infer<typeof PythonJob>;

/** A native program: its script and arguments travel as data, nothing is pasted. */
export const ProcessJob = z.object({
  /** The id of the process host that runs it. */
  host: z.string(),
  script: z.string(),
  file: z.string(),
  arguments: Arguments,
  environment: z.record(z.string(), z.string()),
  stdin: z.string(),
  limits: Limits,
  /** The final text that is judged, and shown where it is asked for. */
  text: z.string(),
  /** Extra facts a language gives its own guest file. */
  guest: JsonObject.optional(),
});
export type ProcessJob = z.infer<typeof ProcessJob>;

/** A module that is loaded once and lives on: its tools keep what they remember between calls. */
export const ModuleJob = z.object({
  host: z.literal('module'),
  /**
   * `load`: answer with what the module declares. `call`: call its tool `entry`. `permission`: answer with
   * what that tool says of the call to whoever is asked for it.
   */
  task: z.enum(['load', 'call', 'permission']),
  /** The folder's name. Two folders share nothing, whatever they hold. */
  folder: z.string(),
  files: Folder,
  /** The path in the folder of the module that is loaded. */
  file: z.string(),
  entry: z.string().optional(),
  arguments: Arguments,
  /** What the caller says about the call. */
  context: CallContext.optional(),
  limits: Limits,
  /** What a person is shown where the call has to be asked for. */
  text: z.string(),
});
export type ModuleJob = z.infer<typeof ModuleJob>;

/** An agent's work: a conversation of a model, told in the call's arguments what it is to do. */
export const AgentJob = z.object({
  host: z.literal('agent'),
  /** The tool's name. */
  name: z.string(),
  agent: Agent,
  arguments: Arguments,
  context: CallContext,
  /** What a person is shown where the call has to be asked for. */
  text: z.string(),
});
export type AgentJob = z.infer<typeof AgentJob>;

/** A call as pure data: what a language makes and a host performs. */
export type Job = PythonJob | ProcessJob | ModuleJob | AgentJob;
