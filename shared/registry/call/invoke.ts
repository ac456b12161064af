import type { RunEvent } from '../../protocol/events.ts';
import { shape } from '../../returns/shape.ts';
import type { CallContext } from '../../tool/run/call-context.ts';
import { unrun, type Ending } from '../../tool/run/ending.ts';
import type { ExecAnswer, ExecRequest, Progress } from '../../tool/run/host.ts';
import { JsonObject, type Arguments } from '../../tool/json.ts';
import type { ToolResult } from '../../tool/run/result.ts';
import type { Turns } from '../../tool/run/turns.ts';
import { approve, approveResult, type Deciders } from '../approval/approve.ts';
import { jsArguments } from './exact-arguments.ts';
import { effectivePolicies } from '../approval/policies.ts';
import { thrownResult } from './thrown-result.ts';
import { executionContext } from '../tool.ts';
import type { Doing, Done, ExecutionContext, Plan, PlanOptions, Tool } from '../tool.ts';
import { answerOf } from './start-program.ts';
import { callReason } from '../approval/reasons.ts';

/** A call of a tool. */
export interface Call {
  runId: string;
  tool: Tool;
  /** The group whose policies apply if the tool has none. */
  group: string;
  arguments: Arguments;
  context?: CallContext;
  raw?: PlanOptions['raw'];
  fillOnly?: PlanOptions['fillOnly'];
}

/** The parts that every call needs. */
export interface InvokeParts extends Deciders {
  /** Makes a tool of a program that the running tool `name` wants to start; without it tools start none. */
  program?(name: string, request: ExecRequest): Tool;
  /** The caller, for queues in which callers take turns. */
  asker?: Doing['asker'];
  /** The queue of calls that must not overlap. */
  turns?: Turns;
  onStepStart?: ExecutionContext['onStepStart'];
  onStepComplete?: ExecutionContext['onStepComplete'];
}

/**
 * The pipeline of every call, whatever the origin of its tool: plan (check the arguments, judge), approve,
 * perform, shape, approve the result. Never rejects: every outcome is an Ending and a ToolResult. `tell` gets
 * `output` and `update` events during the run; the caller sends `started` and `ended`.
 */
export async function invoke(
  call: Call,
  parts: InvokeParts,
  tell: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<Done> {
  const { tool, runId, group } = call;
  try {
    const policies = effectivePolicies(
      { name: tool.name, group, policies: tool.policies },
      parts.settings,
    );
    const { done, args } = await carryOut(call, policies, parts, tell, signal);
    if (call.fillOnly === true) return done;
    const asked = { runId, tool, arguments: args, policies, signal };
    const withheld = await approveResult(asked, done, parts);
    const changed = args === call.arguments ? {} : { arguments: args };
    return { ...(withheld === undefined ? done : worded(tool, withheld)), ...changed };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return worded(
      tool,
      unrun({ kind: 'crashed', reason: `Lathe broke while it ran the tool: ${reason}` }),
    );
  }
}

const worded = (tool: Tool, ending: Ending): Done => ({
  result: tool.shape?.(ending) ?? shape(ending, tool).result,
  ending,
});

/** The pipeline up to the Ending, and the arguments that the call finally ran with. */
async function carryOut(
  call: Call,
  policies: ReturnType<typeof effectivePolicies>,
  parts: InvokeParts,
  tell: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<{ done: Done; args: Arguments }> {
  const { tool, runId, context = {} } = call;
  const started = performance.now();
  const options: PlanOptions = { ...context, signal, raw: call.raw, fillOnly: call.fillOnly };
  const doneOf = ({ result, ending }: { result: ToolResult; ending?: Ending }): Done => ({
    result,
    ending: ending ?? endingOf(result, started),
  });
  if (context.mode === 'plan' && !tool.isReadOnly && call.fillOnly !== true) {
    const why = callReason('plan-mode', { tool: tool.name });
    const ending = unrun({ kind: 'denied', reason: why.message, because: [why] });
    return { done: worded(tool, ending), args: call.arguments };
  }
  let args = call.arguments;
  for (;;) {
    const given = jsArguments(tool, args);
    if (!given.ok) return { done: worded(tool, given.ending), args };
    const plan = (await tool.plan?.(given.value, options)) ?? plainPlan(tool, given.value, options);
    if (plan.kind === 'ended') return { done: doneOf(plan), args };
    const asked = { runId, tool, arguments: args, policies, signal };
    const approved = await approve(asked, plan, parts);
    if (approved.kind === 'ended') return { done: worded(tool, approved.ending), args };
    if (approved.kind === 'changed') {
      args = approved.arguments;
      continue;
    }
    const over = new AbortController();
    const doing = doingOf(call, parts, tell, { signal, over: over.signal });
    const perform = async () => {
      try {
        return await plan.perform(doing);
      } finally {
        over.abort();
      }
    };
    const alone = tool.isConcurrencySafe ? undefined : parts.turns;
    const performed = await (alone?.runUnless(signal, perform) ?? perform());
    if (performed === undefined) return { done: worded(tool, unrun({ kind: 'cancelled' })), args };
    const done = doneOf(performed);
    // A program reports itself that it was stopped; code inside the runner cannot.
    const isCut = signal.aborted && performed.ending === undefined;
    return { done: isCut ? worded(tool, { ...done.ending, kind: 'cancelled' }) : done, args };
  }
}

/** `over` is aborted at the end of the call: whatever a tool asked for without waiting ends with it. */
function doingOf(
  call: Call,
  parts: InvokeParts,
  tell: (event: RunEvent) => void,
  { signal, over }: { signal: AbortSignal; over: AbortSignal },
): Doing {
  const { ui } = parts;
  const within = (stop: AbortSignal) => AbortSignal.any([stop, over]);
  const pass = (progress: Progress) => {
    if (progress.type === 'output' || progress.type === 'queued') return tell(progress);
    if (progress.type === 'step') {
      const hear = progress.phase === 'start' ? parts.onStepStart : parts.onStepComplete;
      return hear?.(progress.step);
    }
    const update = JsonObject.safeParse(progress.update);
    if (update.success) tell({ type: 'update', update: update.data });
  };
  return {
    signal,
    tell: pass,
    ui: ui && ((question, stop) => ui(question, within(stop))),
    asker: parts.asker,
    onStepStart: parts.onStepStart,
    onStepComplete: parts.onStepComplete,
    exec: (request, stop) => startProgram(call, parts, request, within(stop)),
  };
}

/** A program that a running tool starts goes through the same pipeline, under its tool's policies. */
async function startProgram(
  call: Call,
  { turns: _, ...parts }: InvokeParts,
  request: ExecRequest,
  signal: AbortSignal,
): Promise<ExecAnswer> {
  const tool = parts.program?.(call.tool.name, request);
  if (tool === undefined)
    return answerOf(unrun({ kind: 'unavailable', reason: 'Tools start no programs here' }));
  const { name, policies } = call.tool;
  // After one approval of the call, its read-only commands need no other.
  const author = policies?.execution === 'ask-once' ? undefined : policies;
  const asker = { name, group: call.group, policies: author };
  const effective = effectivePolicies(asker, parts.settings);
  const inner = { ...call, tool, arguments: {}, raw: false };
  const { done } = await carryOut(inner, effective, parts, () => undefined, signal);
  return answerOf(done.ending);
}

/** The Ending of a call that ran inside the runner: its answer is the output. */
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

/** The plan of a tool that has none: the tool checks its arguments when it runs. */
const plainPlan = (
  tool: Tool,
  args: Arguments,
  options: PlanOptions,
): Plan & { kind: 'ready' } => ({
  kind: 'ready',
  async perform(doing) {
    try {
      return { result: await tool.execute(args, executionContext(options, doing)) };
    } catch (cause) {
      return { result: thrownResult(cause) };
    }
  },
});
