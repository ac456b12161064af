import type { RunEvent } from '../../shared/protocol/events.ts';
import type { InvokeParts } from '../../shared/registry/invoke-parts.ts';
import { unlessAborted } from '../../shared/registry/unless-aborted.ts';
import { unrun } from '../../shared/registry/unrun.ts';
import type { Ending } from '../../shared/tool/ending.ts';
import { JsonObject, type Arguments } from '../../shared/tool/json.ts';
import type { ExecutionPolicy } from '../../shared/tool/policy.ts';
import type { ToolResult } from '../../shared/tool/result.ts';
import type { Builtin, Verdict } from './builtin.ts';
import { failed } from './failed.ts';
import type { Place } from './place.ts';

export interface BuiltinCall {
  runId: string;
  tool: Builtin;
  arguments: Arguments;
  /** What the person chose for this tool; undefined leaves it to the tool itself. */
  policy?: ExecutionPolicy | undefined;
}

type Ended = { result: ToolResult; ending: Ending };

/**
 * A call of a built-in tool, on the same way as an authored one: check the arguments, judge, ask, run,
 * answer. Never rejects. Other arguments in the answer to a question are judged, and asked for, anew.
 */
export async function invokeBuiltin(
  { runId, tool, arguments: given, policy }: BuiltinCall,
  parts: { place: Place; ask: InvokeParts['ask'] },
  tell: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<Ended> {
  const started = performance.now();
  let args = given;
  for (;;) {
    const plan = await tool.plan(args, parts.place);
    const verdict = withPolicy(plan.verdict, policy, tool.name, args);
    if (verdict.kind === 'deny') return denied(verdict.reason, verdict.result);
    if (verdict.kind === 'ask') {
      const { text, reasons, segments } = verdict;
      const question = {
        ...{ runId, tool: tool.name, about: 'execution' as const, text, arguments: args, reasons },
        ...{ remember: policy !== 'ask-always', ...(segments === undefined ? {} : { segments }) },
      };
      const answer = await unlessAborted(() => parts.ask(question), signal);
      if (answer === undefined) return cancelled();
      if (answer.answer === 'deny') return denied(answer.reason ?? 'Command rejected by user');
      const changed = answer.arguments;
      if (changed !== undefined && JSON.stringify(changed) !== JSON.stringify(args)) {
        args = changed;
        continue;
      }
    }
    const done = await plan.perform({
      signal,
      tell(progress) {
        if (progress.type === 'output') return tell(progress);
        const update = JsonObject.safeParse(progress.update);
        if (update.success) tell({ type: 'update', update: update.data });
      },
    });
    if (signal.aborted && done.ending === undefined) return cancelled();
    const durationMs = Math.round(performance.now() - started);
    return { result: done.result, ending: done.ending ?? endingOf(done.result, durationMs) };
  }
}

/** What the person chose can spare a question or demand one; what is denied stays denied. */
function withPolicy(
  verdict: Verdict,
  policy: ExecutionPolicy | undefined,
  name: string,
  args: Arguments,
): Verdict {
  if (verdict.kind === 'ask' && verdict.waivable && policy === 'auto') return { kind: 'run' };
  if (verdict.kind !== 'run' || policy === undefined || policy === 'auto') return verdict;
  const text = `${name} ${JSON.stringify(args, null, 2)}`;
  return { kind: 'ask', text, reasons: [`The tool's policy is "${policy}"`] };
}

/** The ending of a tool that no program ran for. */
function endingOf({ success, llmContent, error }: ToolResult, durationMs: number): Ending {
  const streams = { stderr: '', truncated: false, durationMs, layers: [] };
  const text = { stdout: llmContent, output: llmContent };
  if (success) return { kind: 'finished', exitCode: 0, ...text, ...streams };
  const fault = { class: error?.type ?? 'unknown_error', message: error?.message ?? llmContent };
  return { kind: 'failed', exitCode: 1, fault, stdout: '', output: '', ...streams };
}

function denied(reason: string, result?: ToolResult): Ended {
  const llm = `${reason}. Do not try the same in another form; ask the user what to do instead.`;
  return {
    result: result ?? failed('permission_error', reason, llm, `❌ 未获允许: ${reason}`),
    ending: unrun({ kind: 'denied', reason }),
  };
}

const cancelled = (): Ended => ({
  result: failed('execution_error', 'Cancelled', 'Tool call was cancelled.', '❌ 已取消'),
  ending: unrun({ kind: 'cancelled' }),
});
