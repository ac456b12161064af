import type { CallContext } from './call-context.ts';
import type { Declared } from './declared.ts';
import type { ExactNumber } from './exact-number.ts';
import type { Folder } from './folder.ts';
import type { Arguments } from './json.ts';
import type { Job } from './job.ts';
import type { Policies } from './definition.ts';
import type { Problem } from './problem.ts';
import type { AuthoredTool } from './toolset.ts';
import type { Reason } from './reason.ts';
import type { StepType } from './step.ts';

/** Defaults that a run's caller gives a language. */
export interface PrepareOptions {
  /** Milliseconds for tools that name no limit of their own. */
  defaultTimeoutMs: number;
  outputBytes: number;
  /** Fill the template and run nothing. */
  fillOnly?: boolean;
  /** Answer as `str.format` would, whatever the tool chose. */
  raw?: boolean | undefined;
  /** What the caller says about the call. */
  context?: CallContext;
}

/** A program that stands at the same path on every machine, and reads a script whose path it is given. */
export interface ScriptProgram {
  /** Its absolute path. */
  command: string;
  /** Its arguments before the script's path. */
  flags: readonly string[];
  /** What has to be installed, in words. */
  needs: string;
  /** A script that proves that the program works, and exactly what it prints then. */
  probe: { script: string; prints: string };
}

/** How code is written, in English: that of one tool in its own file, and that of a module of tools. */
export interface Writing {
  tool?: string;
  module?: string;
}

/** Turns a call into a Job. Facts about a language stand in its folder and nowhere else. */
export interface Language {
  id: string;
  label: string;
  /** File name extension without the dot. */
  extension: string;
  /** The editor's id for its grammar. */
  editor: string;
  /** The id of the host that performs its jobs. */
  host: string;
  /** The program of this machine that runs its scripts, where no host of its own has to find one. */
  program?: ScriptProgram;
  /** Whether its scripts are commands of a shell, which are judged one by one. */
  shell?: true;
  /** Starter code of a new tool. */
  starter: string;
  prepare(tool: AuthoredTool, args: Arguments, options: PrepareOptions): Job;
  /** What is wrong with the code, found without running it. */
  problems(tool: AuthoredTool): Problem[];
  /** Why this call cannot be made, where its host would not notice; undefined when it can. */
  refuse?(tool: AuthoredTool, args: Arguments): string | undefined;
  /** Whether its code reaches nothing outside of its sandbox, whatever it is called with. */
  sealed?: true;
  /** Why its programs cannot be given this number as it is; undefined when they can. */
  refuseNumber?(number: ExactNumber): string | undefined;
  /** What every run must be asked for, and why; undefined when it may run on its own. */
  ask?: Reason;
  /** A new folder of its own, where its tools are neither an execution file nor a module. */
  folderStarter?(name: string): Folder;
  /** What its calls are in a timeline, where they are no plain calls. */
  stepType?: StepType;
  /** Names of the tools that its code says it calls, and where in its JSON. */
  callsTools?(tool: AuthoredTool): readonly { name: string; path: (string | number)[] }[];
  /** The `type` of a script module of this language; undefined where its files are no modules. */
  moduleType?: string;
  /** Starter code of a new module, whose functions are tools; fetched when it is wanted. */
  moduleStarter?(): Promise<string>;
  /** How its tools are written, told to a model that is to write one; fetched when it is wanted. */
  writing?(): Promise<Writing>;
  /** What counts for the functions of a module that says nothing itself. */
  modulePolicies?: Policies;
  /** The job whose value is what a module declares, for a language whose host reads its modules. */
  declareJob?(asked: {
    file: string;
    source: string;
    options: Arguments;
    folder?: { name: string; files: Folder };
  }): Job;
  /** The files of a folder that its module may load; absent where a module is its script alone. */
  readsFolder?(files: Folder): Folder;
  /** The format that its modules are, where that is not the script module. */
  moduleFormat?: string;
  /** Further extensions of its modules. */
  moduleExtensions?: string[];
  /**
   * What its tools take along into another world: names of guest files, and what has to be there: programs
   * in words, packages of npm by version.
   * Absent where its code cannot run outside of its host.
   */
  carried?: {
    files: readonly string[];
    needs?: string;
    packages?: Readonly<Record<string, string>>;
    /** Whether its code may ask the person something while it runs. */
    asks?: true;
  };
  /** Mends arguments as a model writes them, before they are checked. */
  coerce?(tool: AuthoredTool, args: Arguments): Arguments;
  /** Reads a module at once, where that needs no interpreter and no parser to be opened. */
  readModule?(file: string, source: string): Declared;
}
