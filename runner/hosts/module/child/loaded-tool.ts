import type { SessionEvent } from '../../../../shared/protocol/module-session.ts';
import type { ModuleTool } from '../child-message.ts';
import type { Drawn, Outcome } from '../outcome.ts';

/** One call of a tool. */
export interface Call {
  id: string;
  tool: string;
  arguments: Record<string, unknown>;
  signal: AbortSignal;
  update(partial: unknown): void;
}

export type Run = (call: Call) => Promise<Outcome>;

/** A tool of whichever kind, as the process calls it. */
export interface LoadedTool {
  facts: ModuleTool;
  run: Run;
  /** Never throws: what breaks in it is logged. */
  onSession?(event: SessionEvent): Promise<void>;
  /** What its own renderers make of an outcome; undefined where it has none, or they broke. */
  draw?(
    args: Record<string, unknown>,
    outcome: Pick<Outcome, 'content' | 'details' | 'isError'>,
    partial: { frame: number } | undefined,
  ): Drawn | undefined;
}
