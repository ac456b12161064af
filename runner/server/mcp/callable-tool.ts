import type { RunEvent } from '../../../shared/protocol/events.ts';
import type { Definition } from '../../../shared/tool/definition.ts';
import type { Arguments } from '../../../shared/tool/json.ts';
import type { Done } from '../../calls/runs.ts';

/** A tool that an MCP client may be told of, whatever runs it. */
export interface CallableTool {
  definition: Definition;
  /** Runs to its end and never rejects; undefined where the tool has gone in the meantime. */
  call(
    args: Arguments,
    tell: (event: RunEvent) => void,
    signal: AbortSignal,
  ): Promise<Done | undefined>;
}

/** The tools of this moment; of several with one name the first is offered. */
export type Offer = () => Promise<readonly CallableTool[]>;
