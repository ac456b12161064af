import { z } from 'zod';
import { Agent } from '../agent.ts';
import { CallContext } from './call-context.ts';
import { Folder } from '../folder.ts';
import { Arguments, JsonObject, JsonSchema } from '../json.ts';

/** The limits of a job. Bytes are UTF-8; each limit has its own Ending. */
export const Limits = z.object({
  timeoutMs: z.number().positive(),
  /**
   * The number of bytes of stdout and stderr together that are kept. The beginning is kept, the rest only
   * counted.
   */
  outputBytes: z.int().positive(),
});
export type Limits = z.infer<typeof Limits>;

/** A Python template or module for the sealed interpreter. */
export const PythonJob = z.object({
  host: z.literal('python'),
  /**
   * `fill`: return the program and run nothing. `template`: fill and run. `call`: call the function `entry`
   * of `source`. `declare`: read `source` without running it.
   */
  task: z.enum(['fill', 'template', 'call', 'declare']),
  source: z.string(),
  /** The file's name in tracebacks. */
  file: z.string(),
  mode: z.enum(['bound', 'raw']),
  /** The schema of the parameters: names, defaults and required ones. */
  parameters: JsonSchema,
  arguments: Arguments,
  entry: z.string().optional(),
  packages: z.array(z.string()),
  limits: Limits,
});
export type PythonJob = z.infer<typeof PythonJob>;

/** A program of this machine. Script and arguments travel as data; nothing is pasted. */
export const ProcessJob = z.object({
  /** The id of the process host. */
  host: z.string(),
  script: z.string(),
  file: z.string(),
  arguments: Arguments,
  environment: z.record(z.string(), z.string()),
  stdin: z.string(),
  limits: Limits,
  /** The final text, which is judged and shown in approvals. */
  text: z.string(),
  /** Further facts for the language's guest file. */
  guest: JsonObject.optional(),
});
export type ProcessJob = z.infer<typeof ProcessJob>;

/** A module that is loaded once and stays loaded: its tools keep their state between calls. */
export const ModuleJob = z.object({
  host: z.literal('module'),
  /**
   * `load`: return the module's declarations. `call`: call its tool `entry`. `permission`: return what that
   * tool's code says about the call, for the approval.
   */
  task: z.enum(['load', 'call', 'permission']),
  /** The folder's name. Two folders share nothing, even with the same contents. */
  folder: z.string(),
  files: Folder,
  /** The path of the module in the folder. */
  file: z.string(),
  entry: z.string().optional(),
  arguments: Arguments,
  /** The context of the call. */
  context: CallContext.optional(),
  limits: Limits,
  /** The text that the approval shows. */
  text: z.string(),
});
export type ModuleJob = z.infer<typeof ModuleJob>;

/** An agent's work: a conversation with a model; the arguments of the call state the task. */
export const AgentJob = z.object({
  host: z.literal('agent'),
  /** The tool's name. */
  name: z.string(),
  agent: Agent,
  arguments: Arguments,
  context: CallContext,
  /** The text that the approval shows. */
  text: z.string(),
});
export type AgentJob = z.infer<typeof AgentJob>;

/** A call as pure data: a language makes it, a host performs it. */
export type Job = PythonJob | ProcessJob | ModuleJob | AgentJob;
