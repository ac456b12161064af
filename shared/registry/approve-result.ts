import type { Ending } from '../tool/ending.ts';
import type { Arguments } from '../tool/json.ts';
import type { ToolResult } from '../tool/result.ts';
import type { EffectivePolicies } from './effective-policies.ts';
import type { InvokeParts } from './invoke-parts.ts';
import { unlessAborted } from './unless-aborted.ts';
import { unrun } from './unrun.ts';

interface Done {
  result: ToolResult;
  ending: Ending;
}

/**
 * Whether the model may see a result: undefined when it may, else the ending that stands in its place.
 * A refused one is withheld whole, its output included.
 */
export async function approveResult(
  call: { runId: string; name: string; arguments: Arguments },
  { result: policy = 'never', because }: EffectivePolicies,
  { result, ending }: Done,
  parts: Pick<InvokeParts, 'ask'>,
  signal: AbortSignal,
): Promise<Ending | undefined> {
  const ran = !['denied', 'cancelled', 'unavailable'].includes(ending.kind);
  if (!ran || policy === 'never' || (policy === 'on-error' && result.success)) return undefined;
  const answer = await unlessAborted(
    () =>
      parts.ask({
        runId: call.runId,
        tool: call.name,
        about: 'result',
        text: result.llmContent,
        arguments: call.arguments,
        remember: false,
        reasons: [because.result ?? ''],
      }),
    signal,
  );
  if (answer === undefined) return unrun({ kind: 'cancelled' });
  if (answer.answer === 'allow') return undefined;
  return unrun({ kind: 'denied', reason: answer.reason ?? 'Result rejected by user' });
}
