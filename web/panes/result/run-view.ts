import type { Ending } from '../../../shared/tool/run/ending.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import type { ToolResult } from '../../../shared/tool/run/result.ts';
import type { StreamPart } from './output.ts';

/** What the result pane draws: one run, from before it starts until after it ended. */
export interface RunView {
  /** `waiting`: asked for, and something (a host, a person) is not ready yet. */
  state: 'empty' | 'waiting' | 'running' | 'ended';
  /** The folder of the tool that ran. */
  toolId?: string | undefined;
  /** The tool that ran, and the sample whose arguments it had. */
  tool?: string | undefined;
  sample?: string | undefined;
  /** Both streams as they arrived. */
  output: string;
  elapsedMs: number;
  /** What it waits for or does, in a few words. */
  doing?: string;
  /** How far what it waits for is. */
  progress?: { done: number; of: number };
  ending?: Ending;
  result?: ToolResult;
  /** Further sentences for the person, such as what a limit did. */
  notes?: string[];
  /** What isolated the run, from the inside out. */
  layers?: string[];
  /** Run in this page's own sandbox, not in the runner. */
  here?: boolean;
  /** Of a tool that is not the one beside it: a deleted or renamed one. */
  isOther?: boolean;
  /** Plan mode does not run this tool. */
  isPlanned?: boolean;
  /** Whether the other of the two places gave the same answer to the same call. */
  agrees?: boolean;
  /** The output by stream, where the caller kept it apart. */
  parts?: StreamPart[];
  /** The newest partial result. */
  update?: JsonObject;
  moments?: RunMoment[];
}

/** A thing that happened in a run, for the list of its events. */
export interface RunMoment {
  /** Milliseconds since the run was asked for. */
  atMs: number;
  type: string;
  /** One line of what it brought. */
  detail?: string;
}
