import { z } from 'zod';
import type { Ending } from './ending.ts';
import type { Job } from './job.ts';
import { JsonObject, type Json } from './json.ts';
import type { Step } from './step.ts';
import type { AuthoredTool } from './toolset.ts';

/** What a running tool asks the person. `notify` wants no answer. */
export const UiQuestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('select'),
    title: z.string(),
    options: z.array(z.string()).min(1).max(500),
  }),
  z.object({ kind: z.literal('confirm'), title: z.string(), message: z.string() }),
  z.object({ kind: z.literal('input'), title: z.string(), placeholder: z.string().optional() }),
  z.object({ kind: z.literal('editor'), title: z.string(), text: z.string() }),
  /**
   * Several fields at once: an object of plain properties. The answer is such an object, and null where the
   * person declined. Source: Model Context Protocol, elicitation of mode "form".
   */
  z.object({
    kind: z.literal('form'),
    title: z.string(),
    schema: JsonObject,
    /** What the tool calls the question, among others that it asks at once. */
    key: z.string().optional(),
  }),
  z.object({
    kind: z.literal('notify'),
    message: z.string(),
    level: z.enum(['info', 'warning', 'error']),
  }),
]);
export type UiQuestion = z.infer<typeof UiQuestion>;

/** A piece of a run as it happens. */
export type Progress =
  /** It waits for others: its place in the line, from 1, and 0 when it is its turn. */
  | { type: 'queued'; position: number }
  | { type: 'output'; stream: 'stdout' | 'stderr'; text: string }
  | { type: 'update'; update: Record<string, unknown> }
  /** A step that the tool takes itself. */
  | { type: 'step'; phase: 'start' | 'complete'; step: Step };

export type Tell = (progress: Progress) => void;

/** A program that a tool asks to have run: judged and asked for like any other command. */
export interface ExecRequest {
  command: string;
  args: string[];
  /** An absolute path inside the folder that commands run in; that folder where it is left out. */
  cwd?: string;
  timeoutMs?: number;
}

/** How it ended; a program that was refused has code 126, one that could not be started 127. */
export interface ExecAnswer {
  stdout: string;
  stderr: string;
  code: number;
  /** It was stopped by its time limit or its signal. */
  killed: boolean;
}

/** On whose behalf a tool runs, where callers take turns, and the run in the history. */
export interface Asker {
  caller: string;
  session: string;
  runId?: string;
  /** Hears when a call that the tool makes begins to wait for the person, and when it ceases to. */
  waits?: ((isWaiting: boolean) => void) | undefined;
}

/** What a running tool may ask of the house. */
export interface Services {
  asker?: Asker | undefined;
  exec(request: ExecRequest, signal: AbortSignal): Promise<ExecAnswer>;
  /** Puts a question to the person; absent where nobody can answer. Undefined: they did not. */
  ui?(question: UiQuestion, signal: AbortSignal): Promise<Json | undefined>;
}

/** Why no job can be performed here, and what to do: in English, and as a phrase that the page words in other languages. */
export interface HostFault {
  missing: string;
  phrase?: { code: string; values?: Record<string, string> };
}

/** Performs jobs. `perform` never rejects: everything that can happen is an Ending. */
export interface Host {
  id: string;
  /** What is missing and how to get it, or undefined when jobs can be performed. */
  missing(): Promise<HostFault | undefined>;
  /** As `missing`; undefined at once while that takes long to find out. Absent for a host that is there. */
  absent?(): Promise<HostFault | undefined>;
  /** What keeps this one tool from running here, known at once; absent where every tool of it can. */
  lacks?(tool: AuthoredTool): string | undefined;
  /** What was proven to isolate at start-up, such as `["gate", "deno"]`. */
  layers(): Promise<string[]>;
  perform(job: Job, tell: Tell, signal: AbortSignal, services?: Services): Promise<Ending>;
  close(): Promise<void>;
}
