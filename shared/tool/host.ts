import type { Ending } from './ending.ts';
import type { Job } from './job.ts';

/** A piece of a run as it happens. */
export type Progress =
  | { type: 'output'; stream: 'stdout' | 'stderr'; text: string }
  | { type: 'update'; update: Record<string, unknown> };

export type Tell = (progress: Progress) => void;

/** Performs jobs. `perform` never rejects: everything that can happen is an Ending. */
export interface Host {
  id: string;
  /** What is missing and how to get it, or undefined when jobs can be performed. */
  missing(): Promise<string | undefined>;
  /** What was proven to isolate at start-up, such as `["gate", "deno"]`. */
  layers(): Promise<string[]>;
  perform(job: Job, tell: Tell, signal: AbortSignal): Promise<Ending>;
  close(): Promise<void>;
}
