import { shape } from '../returns/shape.ts';
import type { Ending } from '../tool/ending.ts';
import type { ToolResult } from '../tool/result.ts';
import type { InvokeCall, InvokeParts } from './invoke-parts.ts';
import { unlessAborted } from './unless-aborted.ts';
import { unrun } from './unrun.ts';

/** Whether the model may see a result. A refused one is withheld whole, its output included. */
export async function approveResult(
  call: InvokeCall,
  parts: InvokeParts,
  done: { result: ToolResult; ending: Ending },
  signal: AbortSignal,
): Promise<{ result: ToolResult; ending: Ending }> {
  const { definition, returns } = call.tool;
  const policy = definition.policies?.result ?? 'never';
  const ran = !['denied', 'cancelled', 'unavailable'].includes(done.ending.kind);
  if (!ran || policy === 'never' || (policy === 'on-error' && done.result.success)) return done;
  const answer = await unlessAborted(
    () =>
      parts.ask({
        runId: call.runId,
        tool: definition.name,
        about: 'result',
        text: done.result.llmContent,
        arguments: call.arguments,
        remember: false,
        reasons: [`The tool's policy for results is "${policy}"`],
      }),
    signal,
  );
  if (answer?.answer === 'allow') return done;
  const ending =
    answer === undefined
      ? unrun({ kind: 'cancelled' })
      : unrun({ kind: 'denied', reason: answer.reason ?? 'Result rejected by user' });
  return { result: shape(ending, { name: definition.name, returns }).result, ending };
}
