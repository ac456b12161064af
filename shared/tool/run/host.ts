import { z } from 'zod';
import type { Ending } from './ending.ts';
import type { Job } from './job.ts';
import { JsonObject, type Json } from '../json.ts';
import type { Step } from './step.ts';
import type { AuthoredTool } from '../toolset.ts';

/** A question of a running tool to the person. `notify` expects no answer. */
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
   * Several fields at once: an object of plain properties. The answer is such an object, or null if the
   * person declined. Source: Model Context Protocol, elicitation of mode "form".
   */
  z.object({
    kind: z.literal('form'),
    title: z.string(),
    schema: JsonObject,
    /** The tool's own key for the question, if it asks several at once. */
    key: z.string().optional(),
  }),
  z.object({
    kind: z.literal('notify'),
    message: z.string(),
    level: z.enum(['info', 'warning', 'error']),
  }),
]);
export type UiQuestion = z.infer<typeof UiQuestion>;

/** The events of a run. */
export type Progress =
  /** The position in the queue, from 1; 0 when the run's turn has come. */
  | { type: 'queued'; position: number }
  | { type: 'output'; stream: 'stdout' | 'stderr'; text: string }
  | { type: 'update'; update: Record<string, unknown> }
  /** A step of the tool itself. */
  | { type: 'step'; phase: 'start' | 'complete'; step: Step };

export type Tell = (progress: Progress) => void;

/** A program that a tool wants to run. Lathe checks it and asks for approval, like any other command. */
export interface ExecRequest {
  command: string;
  args: string[];
  /** An absolute path inside the folder where commands run; by default that folder. */
  cwd?: string;
  timeoutMs?: number;
}

/** The result. A refused program has code 126, one that could not start has 127. */
export interface ExecAnswer {
  stdout: string;
  stderr: string;
  code: number;
  /** Whether the timeout or the signal ended it. */
  killed: boolean;
}

/** The caller of a run, for queues in which callers take turns, and the run's id in the history. */
export interface Asker {
  caller: string;
  session: string;
  runId?: string;
  /** Called when the run starts to wait for the person, and when it stops waiting. */
  waits?: ((isWaiting: boolean) => void) | undefined;
}

/** The services that a running tool may request from the runner. */
export interface Services {
  asker?: Asker | undefined;
  exec(request: ExecRequest, signal: AbortSignal): Promise<ExecAnswer>;
  /** Asks the person; absent if nobody can answer. Undefined: no answer came. */
  ui?(question: UiQuestion, signal: AbortSignal): Promise<Json | undefined>;
}

/** Why no job can run here, and what to do: in English, and as a phrase that the page words in other languages. */
export interface HostFault {
  missing: string;
  phrase?: { code: string; values?: Record<string, string> };
}

/** Performs jobs. `perform` never rejects: every outcome is an Ending. */
export interface Host {
  id: string;
  /** Returns what is missing and how to get it; undefined if jobs can run. */
  missing(): Promise<HostFault | undefined>;
  /**
   * Like `missing`, but answers undefined at once if the check takes long. A host that is always available
   * has none.
   */
  absent?(): Promise<HostFault | undefined>;
  /** Why this one tool cannot run here; answers at once. Absent if every tool can. */
  lacks?(tool: AuthoredTool): string | undefined;
  /** The isolation layers that the start-up tests proved, such as `["gate", "deno"]`. */
  layers(): Promise<string[]>;
  perform(job: Job, tell: Tell, signal: AbortSignal, services?: Services): Promise<Ending>;
  close(): Promise<void>;
}
