import type { Ending } from '../tool/ending.ts';
import type { Arguments } from '../tool/json.ts';
import type { ToolResult } from '../tool/result.ts';
import type { RunEvent } from '../protocol/events.ts';
import { shape } from '../returns/shape.ts';
import { approveResult } from './approve-result.ts';
import { askFirst } from './ask-first.ts';
import { effectivePolicies, type EffectivePolicies } from './effective-policies.ts';
import type { InvokeParts } from './invoke-parts.ts';
import { isTrusted } from './is-trusted.ts';
import { thrownResult } from './thrown-result.ts';
import type { ExecutionContext, Tool } from './tool.ts';
import { unrun } from './unrun.ts';

/** One call of a tool of the registry that is no authored one. */
export interface ToolCallAsked {
  runId: string;
  tool: Tool;
  /** Whose policies count where the tool has none of its own; its category without it. */
  group?: string;
  arguments: Arguments;
  context?: ExecutionContext;
}

type Parts = Pick<InvokeParts, 'ask' | 'refused' | 'settings'>;

/**
 * The way of such a call: check the arguments, approve, execute, approve the result. What `invoke` is
 * to authored tools. Never rejects.
 */
export async function invokeTool(
  call: ToolCallAsked,
  parts: Parts,
  tell: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<{ result: ToolResult; ending: Ending }> {
  const { tool, runId } = call;
  const instead = (ending: Ending) => ({ result: shape(ending, tool).result, ending });
  let program: Ending | undefined;
  const context: ExecutionContext = {
    ...call.context,
    signal,
    update: (update) => tell({ type: 'update', update }),
    output: (stream, text) => tell({ type: 'output', stream, text }),
    ended: (ending) => (program = ending),
  };
  const started = performance.now();
  try {
    const { tools = {}, groups = {}, session = {} } = parts.settings ?? {};
    const { name, policies } = tool;
    const group = call.group ?? tool.category ?? 'builtin';
    const effective = effectivePolicies({ name, group, policies }, { tools, groups, session });
    let args = call.arguments;
    for (;;) {
      const refused = await tool.validate?.(args);
      if (refused) return { result: refused, ending: endingOf(refused, started) };
      const approved = await approve({ ...call, arguments: args }, effective, parts, context);
      if (approved.kind === 'ended') return instead(approved.ending);
      if (approved.kind === 'yes') break;
      args = approved.arguments;
    }
    const result = await tool.execute(args, context);
    const done = { result, ending: program ?? endingOf(result, started) };
    if (signal.aborted) return instead({ ...done.ending, kind: 'cancelled' });
    const asked = { runId, name, arguments: args };
    const withheld = await approveResult(asked, effective, done, parts, signal);
    return withheld === undefined ? done : instead(withheld);
  } catch (cause) {
    const result = thrownResult(cause);
    return { result, ending: endingOf(result, started) };
  }
}

async function approve(
  { runId, tool, arguments: args }: ToolCallAsked,
  { execution, because }: EffectivePolicies,
  parts: Parts,
  context: ExecutionContext,
) {
  const judgement = await tool.judge?.(args, context);
  if (judgement?.decision === 'deny') {
    const reason = `Command is forbidden: ${judgement.reasons.join('; ')}`;
    return { kind: 'ended' as const, ending: unrun({ kind: 'denied', reason }) };
  }
  const signature = tool.extractSignatureContent?.(args);
  const rule = judgement?.rule ?? tool.abstractPermissionRule?.(args);
  const text = judgement?.text ?? signature ?? JSON.stringify(args, null, 2);
  const known = {
    about: 'execution' as const,
    tool: tool.name,
    arguments: args,
    ...(rule === undefined ? {} : { rule }),
  };
  const refused = await parts.refused?.(known, async () => text);
  if (refused !== undefined)
    return { kind: 'ended' as const, ending: unrun({ kind: 'denied', reason: refused }) };
  const reasons: string[] = [];
  if (execution !== undefined && execution !== 'auto') reasons.push(because.execution ?? '');
  const trusted = judgement?.boxed === true && isTrusted(judgement.segments, parts.settings?.bash);
  const waived = judgement?.waivable === true && execution === 'auto';
  if (judgement?.decision === 'ask' && !trusted && !waived) reasons.push(...judgement.reasons);
  // Nobody said anything: what only reads runs, everything else is asked for.
  if (execution === undefined && judgement === undefined && !tool.isReadOnly)
    reasons.push(`"${tool.name}" may change files or run programs`);
  if (reasons.length === 0) return { kind: 'yes' as const };
  const question = {
    ...known,
    runId,
    text,
    remember: execution !== 'ask-always',
    reasons,
    ...(signature === undefined ? {} : { signature }),
    ...(judgement ? { segments: judgement.segments } : {}),
  };
  return askFirst(question, parts, context.signal ?? new AbortController().signal);
}

/** The ending of a call that ran inside the runner: nothing was printed, the answer is the output. */
function endingOf(result: ToolResult, started: number): Ending {
  const text = result.llmContent;
  const streams = {
    stdout: text,
    stderr: '',
    output: text,
    truncated: false,
    durationMs: Math.round(performance.now() - started),
  };
  if (result.success) return { kind: 'finished', exitCode: 0, ...streams };
  const { type = 'unknown_error', message = text } = result.error ?? {};
  if (type === 'permission_error') return { kind: 'denied', reason: message, ...streams };
  if (type === 'timeout_error')
    return { kind: 'timed-out', afterMs: streams.durationMs, ...streams };
  return { kind: 'failed', exitCode: 1, fault: { class: type, message }, ...streams };
}
