import type { Ending } from '../tool/ending.ts';
import type { Tell } from '../tool/host.ts';
import { JsonObject } from '../tool/json.ts';
import type { ToolResult } from '../tool/result.ts';
import type { RunEvent } from '../protocol/events.ts';
import { shape } from '../returns/shape.ts';
import { approveResult } from './approve-result.ts';
import type { InvokeCall, InvokeParts } from './invoke-parts.ts';
import { perform } from './perform.ts';
import { policiesOf } from './policies-of.ts';
import { unrun } from './unrun.ts';

export type { InvokeCall, InvokeParts } from './invoke-parts.ts';

/**
 * The one way of a call: find its language, check the arguments, approve, prepare, perform, shape,
 * approve the result. Never rejects: everything that can happen is an ending and a result.
 * `tell` gets `output` and `update` events while it runs; the caller says `started` and `ended`.
 */
export async function invoke(
  call: InvokeCall,
  parts: InvokeParts,
  tell: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<{ result: ToolResult; ending: Ending }> {
  const pass: Tell = (progress) => {
    if (progress.type === 'output') return tell(progress);
    const update = JsonObject.safeParse(progress.update);
    if (update.success) tell({ type: 'update', update: update.data });
  };
  const shaped = { name: call.tool.definition.name, returns: call.tool.returns };
  try {
    const ending = await perform(call, parts, pass, signal);
    const { result } = shape(ending, shaped);
    if (call.fillOnly === true) return { result, ending };
    const asked = { ...call, name: shaped.name };
    const policies = policiesOf(call, parts);
    const withheld = await approveResult(asked, policies, { result, ending }, parts, signal);
    if (withheld === undefined) return { result, ending };
    return { result: shape(withheld, shaped).result, ending: withheld };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const ending = unrun({
      kind: 'crashed',
      reason: `Lathe broke while it ran the tool: ${reason}`,
    });
    return { result: shape(ending, shaped).result, ending };
  }
}
