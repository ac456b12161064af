import type { RunEvent } from '../../shared/protocol/events.ts';
import type { Definition } from '../../shared/tool/definition.ts';
import type { Ending } from '../../shared/tool/ending.ts';
import type { Arguments } from '../../shared/tool/json.ts';
import type { ToolResult } from '../../shared/tool/result.ts';

/** How a call ended, and what the model and the person get of it. */
export interface Called {
  result: ToolResult;
  ending: Ending;
}

/** A tool that an MCP client may be told of, whatever runs it. */
export interface CallableTool {
  definition: Definition;
  /** Runs to its end and never rejects; undefined where the tool has gone in the meantime. */
  call(
    args: Arguments,
    tell: (event: RunEvent) => void,
    signal: AbortSignal,
  ): Promise<Called | undefined>;
}

/** The tools of this moment; of several with one name the first is offered. */
export type Offer = () => Promise<readonly CallableTool[]>;
