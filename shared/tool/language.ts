import type { CallContext } from './run/call-context.ts';
import type { Declared } from './declared.ts';
import type { ExactNumber } from './exact-number.ts';
import type { Folder } from './folder.ts';
import type { Arguments } from './json.ts';
import type { Job } from './run/job.ts';
import type { Policies } from './definition.ts';
import type { Problem } from './problem/problem.ts';
import type { AuthoredTool } from './toolset.ts';
import type { Reason } from './problem/reason.ts';
import type { StepType } from './run/step.ts';

/** Options of a run that a caller passes to a language. */
export interface PrepareOptions {
  /** The timeout in milliseconds for tools without their own. */
  defaultTimeoutMs: number;
  outputBytes: number;
  /** Fill the template and run nothing. */
  fillOnly?: boolean;
  /** Fill like `str.format`, whatever the tool says. */
  raw?: boolean | undefined;
  /** The context of the call. */
  context?: CallContext;
}

/** A program at the same path on every machine that runs a script from a file. */
export interface ScriptProgram {
  /** Its absolute path. */
  command: string;
  /** The arguments before the path of the script. */
  flags: readonly string[];
  /** The program to install, in words. */
  needs: string;
  /** A script that proves that the program works, and its exact output. */
  probe: { script: string; prints: string };
}

/** The rules for writing code, in English: for a tool in its own file, and for a module of tools. */
export interface Writing {
  tool?: string;
  module?: string;
}

/** Turns a call into a Job. Facts about a language belong in its folder and nowhere else. */
export interface Language {
  id: string;
  label: string;
  /** The file name extension, without the dot. */
  extension: string;
  /** The editor's id of the grammar. */
  editor: string;
  /** The id of the host that performs its jobs. */
  host: string;
  /** The program of this machine that runs its scripts, if no separate host has to find one. */
  program?: ScriptProgram;
  /** Whether its scripts are shell commands, which Lathe judges one by one. */
  shell?: true;
  /** The starter code of a new tool. */
  starter: string;
  prepare(tool: AuthoredTool, args: Arguments, options: PrepareOptions): Job;
  /** Problems in the code, found without running it. */
  problems(tool: AuthoredTool): Problem[];
  /** Why this call is impossible, if its host would not notice; undefined if it is possible. */
  refuse?(tool: AuthoredTool, args: Arguments): string | undefined;
  /** Whether its code can reach nothing outside its sandbox, with any arguments. */
  sealed?: true;
  /** Why its programs cannot represent this number exactly; undefined if they can. */
  refuseNumber?(number: ExactNumber): string | undefined;
  /** Why every run needs approval; undefined if a run needs none. */
  ask?: Reason;
  /** A new folder, for a language whose tools are neither an execution file nor a module. */
  folderStarter?(name: string): Folder;
  /** The step type of its calls in a timeline, if they are not plain calls. */
  stepType?: StepType;
  /** The tools that its code calls, with the path of each name in its JSON. */
  callsTools?(tool: AuthoredTool): readonly { name: string; path: (string | number)[] }[];
  /** The `type` of a script module; undefined if the language has no modules. */
  moduleType?: string;
  /** The starter code of a new module, whose functions are tools; loaded on demand. */
  moduleStarter?(): Promise<string>;
  /** The rules for a model that writes a tool; loaded on demand. */
  writing?(): Promise<Writing>;
  /** The policies of functions in a module without its own. */
  modulePolicies?: Policies;
  /** The job that reads a module's declarations, for a language whose host reads its modules. */
  declareJob?(asked: {
    file: string;
    source: string;
    options: Arguments;
    folder?: { name: string; files: Folder };
  }): Job;
  /** The files of a folder that its module may load; absent if a module is only its script. */
  readsFolder?(files: Folder): Folder;
  /** The format of its modules, if it is not the script module. */
  moduleFormat?: string;
  /** Further file name extensions of its modules. */
  moduleExtensions?: string[];
  /**
   * The needs of an exported tool: names of guest files, programs in words, and npm packages by version.
   * Absent if the code cannot run outside its host.
   */
  carried?: {
    files: readonly string[];
    needs?: string;
    packages?: Readonly<Record<string, string>>;
    /** Whether its code may ask the person questions while it runs. */
    asks?: true;
  };
  /** Corrects the arguments of a model before they are checked. */
  coerce?(tool: AuthoredTool, args: Arguments): Arguments;
  /** Reads a module synchronously, if that needs neither an interpreter nor a parser. */
  readModule?(file: string, source: string): Declared;
}
