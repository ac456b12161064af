import type { ChildMessage } from '../child-message.ts';
import type { SessionEntry } from '../parent-message.ts';
import type { Requests } from './requests.ts';
import type { LoadedTool } from './loaded-tool.ts';

/** An action that a tool shows before it is done. Source: seed 002, pushPendingAction. */
export interface PendingAction {
  label: string;
  sourceToolName: string;
  apply(reason: string): unknown;
  reject?: ((reason: string) => unknown) | undefined;
}

export type Handler = (event: Record<string, unknown>, context: unknown) => unknown;

/** What the one module of this process has and does. */
export interface State {
  tell(message: ChildMessage): void;
  requests: Requests;
  /** The folder in which commands run. */
  cwd: string;
  /** What a module that speaks of zod finds in its host's API. */
  zod?: unknown;
  folder: string;
  /** Address of the folder's files, ending in a slash. */
  base: string;
  /** Whether somebody can answer now. */
  hasUi: boolean;
  /** Results of this session, oldest first. */
  entries: SessionEntry[];
  tools: Map<string, LoadedTool>;
  /** What extensions listen to, by the event's name. */
  handlers: Map<string, Handler[]>;
  pending: PendingAction[];
  /** What its author should mend. */
  problems: string[];
  /** The call that goes on, and what its author should know of it. */
  call: { id: string; signal: AbortSignal; warnings: Set<string> } | undefined;
}
