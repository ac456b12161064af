import type { Approval } from '../protocol/events.ts';
import type { ToolSettings } from '../protocol/settings.ts';
import type { Host, UiQuestion } from '../tool/host.ts';
import type { Job } from '../tool/job.ts';
import type { Arguments, Json } from '../tool/json.ts';
import type { Language } from '../tool/language.ts';
import type { AuthoredTool } from '../tool/toolset.ts';

/** One call of one authored tool. */
export interface InvokeCall {
  runId: string;
  tool: AuthoredTool;
  /** The tool folder's name. */
  folderName: string;
  /** The group that the tool belongs to, where that is not its folder's name. */
  group?: string;
  arguments: Arguments;
  /** Fill the template as `str.format` does, whatever the tool chose. */
  raw?: boolean;
  /** Answer with the filled program (`ending.filled`) and run nothing. */
  fillOnly?: boolean;
}

export type Question = Omit<Approval, 'id' | 'expiresAt'>;

export interface Answer {
  answer: 'allow' | 'deny';
  scope?: 'once' | 'session' | 'always';
  /** Run with these instead; they are checked, and asked for, anew. */
  arguments?: Arguments;
  /** Why it was denied, for the model. */
  reason?: string;
}

/** What a classifier says of a job's final script: may it run, why not, and part by part. */
export interface Judgement {
  decision: 'allow' | 'ask' | 'deny';
  /** Strictest first. */
  reasons: string[];
  segments: NonNullable<Approval['segments']>;
  /** Whether what runs is kept in a box: without one, no setting makes a call run unasked. */
  boxed?: boolean;
}

/** What `invoke` works with; the runner, the command line and tests each give their own. */
export interface InvokeParts {
  languages: ReadonlyMap<string, Language>;
  hosts: ReadonlyMap<string, Host>;
  /** Puts a question to the person; silence and absence are answered with "deny" by the giver. */
  ask(question: Question): Promise<Answer>;
  /**
   * Why the person refused calls like this one beforehand; undefined when they did not. `text` makes
   * the exact final text, which is not always needed.
   */
  refused?(
    known: Pick<Question, 'about' | 'tool' | 'arguments' | 'rule'>,
    text: () => Promise<string | undefined>,
  ): Promise<string | undefined>;
  /** Puts a tool's own question to the person; absent where nobody can answer. */
  ui?: (question: UiQuestion, signal: AbortSignal) => Promise<Json | undefined>;
  /** Judges a job of a language that has to be asked for; undefined where nobody can. */
  judge?(job: Job): Promise<Judgement | undefined>;
  /** What the person decided about policies and commands; without it only the authors' say counts. */
  settings?: Pick<ToolSettings, 'tools' | 'groups' | 'session' | 'bash'>;
  limits: {
    /** Milliseconds for tools that name no limit. */
    defaultTimeoutMs: number;
    /** The highest limit that a tool may name, in milliseconds. */
    maxTimeoutMs: number;
    outputBytes: number;
  };
}
