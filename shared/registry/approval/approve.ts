import { writeJson } from '../../tool/exact-number.ts';
import type { Approval, RunQuestion } from '../../protocol/events.ts';
import type { ToolSettings } from '../../protocol/settings.ts';
import { reasonsLine, type Reason } from '../../tool/problem/reason.ts';
import { unrun, type Ending } from '../../tool/run/ending.ts';
import type { Arguments, Json } from '../../tool/json.ts';
import { firstCommand } from '../../commands/first-command.ts';
import { callReason, refusalReason } from './reasons.ts';
import { isTrusted, shownJudgement } from './judgement.ts';
import type { EffectivePolicies } from './policies.ts';
import type { Done, Plan, Tool } from '../tool.ts';

export type Question = Omit<Approval, 'id' | 'expiresAt'>;

export interface Answer {
  answer: 'allow' | 'deny';
  scope?: 'once' | 'session' | 'always';
  /** Other arguments to run with. Lathe checks them, and asks for them, again. */
  arguments?: Arguments;
  /** The reason of a denial, for the model. */
  reason?: string;
  /** The same reason as a code, for the page. */
  because?: Reason;
}

/** Decides whether a call may run. The runner, the command line and tests each pass their own. */
export interface Deciders {
  /** Asks the person. An implementation answers "deny" if nobody does. Aborting `signal` withdraws the question. */
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
  /**
   * Why the person refused calls like this one in advance; undefined if they did not. `text` makes the exact
   * final text, on demand.
   */
  refused?(
    known: Pick<Question, 'about' | 'tool' | 'arguments' | 'rule'>,
    text: () => Promise<string | undefined>,
  ): Promise<Reason | undefined>;
  /** Asks the person a question of the tool itself; absent if nobody can answer. */
  ui?: (question: RunQuestion['ask'], signal: AbortSignal) => Promise<Json | undefined>;
  /** The person's settings for policies and commands; without them only the author's policies count. */
  settings?: Pick<ToolSettings, 'tools' | 'groups' | 'session' | 'bash'>;
}

interface Asking {
  runId: string;
  tool: Tool;
  arguments: Arguments;
  policies: EffectivePolicies;
  signal: AbortSignal;
}

export type Approved =
  { kind: 'yes' } | { kind: 'changed'; arguments: Arguments } | { kind: 'ended'; ending: Ending };

/** A denial that somebody could have allowed. The answer's own words win. */
const refusal = (
  { reason, because }: Pick<Answer, 'reason' | 'because'>,
  usual: 'rejected-by-user' | 'result-rejected-by-user',
): Ending => {
  const why = because ?? (reason === undefined ? refusalReason(usual) : undefined);
  if (why) return unrun({ kind: 'denied', reason: why.message, because: [why] });
  return unrun({ kind: 'denied', reason: reason ?? '' });
};

const denied = (answer: Pick<Answer, 'reason' | 'because'>): Approved => ({
  kind: 'ended',
  ending: refusal(answer, 'rejected-by-user'),
});

const forbidden = (because: Reason[]): Approved => ({
  kind: 'ended',
  ending: unrun({
    ...{ kind: 'denied', because, reason: `Command is forbidden: ${reasonsLine(because)}` },
  }),
});

/** Whether a call may run: by itself, or because the person approved its exact final text. */
export async function approve(
  { runId, tool, arguments: args, policies, signal }: Asking,
  plan: Plan & { kind: 'ready' },
  deciders: Deciders,
): Promise<Approved> {
  const { judgement } = plan;
  const shown = judgement && shownJudgement(judgement);
  if (judgement?.decision === 'deny') return forbidden(shown?.reasons ?? []);
  const { signature = tool.extractSignatureContent?.(args), ...own } = plan.permission ?? {};
  const asks = judgement?.decision === 'ask';
  // Other arguments do not change the question: the same code runs in the same sandbox.
  const sealed =
    judgement?.sealed && policies.execution === 'ask-once' ? `${tool.name} *` : undefined;
  // The same words do something else in another folder. A pattern without a folder covers nothing.
  const { pattern, folder } = asks && judgement.folder !== undefined ? judgement : {};
  const wide = pattern ?? sealed;
  const rule = judgement?.rule ?? own.rule ?? wide ?? tool.abstractPermissionRule?.(args);
  const text = async () =>
    (await plan.text?.()) ?? {
      text: judgement?.text ?? signature ?? writeJson(args, 2),
    };
  const known = { about: 'execution' as const, tool: tool.name, arguments: args, rule };
  const refused = await deciders.refused?.(known, async () => {
    const made = await text();
    return 'text' in made ? made.text : undefined;
  });
  if (refused !== undefined) return denied({ because: refused });
  const reasons = reasonsToAsk(tool, policies, judgement, deciders.settings);
  if (reasons.length === 0) return { kind: 'yes' };
  const final = await text();
  if ('ending' in final) return { kind: 'ended', ending: final.ending };
  const remember = policies.execution !== 'ask-always' && judgement?.remember !== false;
  const question: Question = {
    ...known,
    ...namesOf(tool, final.text, signature, judgement?.shell),
    pattern: rule ?? signature ?? tool.name,
    covers: rule !== undefined && rule === wide ? 'rule' : 'exact',
    folder: rule !== undefined && rule === pattern ? folder : undefined,
    ...{ runId, text: final.text, remember, reasons, signature },
    segments: shown?.segments.length ? shown.segments : undefined,
    writes: judgement?.writes,
  };
  return put(question, deciders, signal);
}

function reasonsToAsk(
  tool: Tool,
  { execution, because }: EffectivePolicies,
  judgement: (Plan & { kind: 'ready' })['judgement'],
  settings: Deciders['settings'],
): Reason[] {
  const reasons: Reason[] = [];
  if (execution !== undefined && execution !== 'auto')
    reasons.push(...(because.execution ? [because.execution] : []));
  const trusted = judgement?.boxed === true && isTrusted(judgement.segments, settings?.bash);
  const waived = judgement?.waivable === true && execution === 'auto';
  if (judgement?.decision === 'ask' && !trusted && !waived)
    reasons.push(...shownJudgement(judgement).reasons);
  // Without any policy, read-only tools run and all others need approval.
  if (execution === undefined && judgement === undefined && !tool.isReadOnly)
    reasons.push(callReason('tool-may-change', { tool: tool.name }));
  return reasons;
}

const MOST_TITLE = 200;

/** The kind of the question, and the question in one line. Source: seed 003, `Execute: COMMAND`. */
function namesOf(
  { displayName }: Tool,
  text: string,
  signature: string | undefined,
  shell: string | undefined,
): Pick<Question, 'type' | 'title'> {
  const [signed = ''] = (signature ?? '').trim().split('\n');
  const line = shell === undefined ? signed : (firstCommand(text) ?? displayName);
  const head = line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE)}…` : line;
  if (shell !== undefined) return { type: `${shell}_command`, title: `Execute: ${head}` };
  return { type: 'tool_call', title: `Run ${displayName}${head === '' ? '' : `: ${head}`}` };
}

/** Asks the person about a call, until the caller cancels it. */
async function put(question: Question, deciders: Deciders, signal: AbortSignal): Promise<Approved> {
  const answer = await unlessAborted(() => deciders.ask(question, signal), signal);
  if (answer === undefined) return { kind: 'ended', ending: unrun({ kind: 'cancelled' }) };
  if (answer.answer === 'deny') return denied(answer);
  const changed = answer.arguments;
  // An approval covers one exact text: other arguments make another text, which needs its own approval.
  if (changed === undefined || writeJson(changed) === writeJson(question.arguments))
    return { kind: 'yes' };
  return { kind: 'changed', arguments: changed };
}

/**
 * Whether the model may see a result: undefined if it may, else the ending to return instead. A refused
 * result is withheld whole, with its output.
 */
export async function approveResult(
  { runId, tool, arguments: args, policies, signal }: Asking,
  { result, ending }: Done,
  { ask }: Pick<Deciders, 'ask'>,
): Promise<Ending | undefined> {
  const { result: policy = 'never', because } = policies;
  const ran = !['denied', 'cancelled', 'unavailable'].includes(ending.kind);
  if (!ran || policy === 'never' || (policy === 'on-error' && result.success)) return undefined;
  const question: Question = {
    ...{ runId, tool: tool.name, about: 'result', text: result.llmContent, arguments: args },
    ...{ type: 'tool_result', title: `Send the result of ${tool.name}`, pattern: tool.name },
    ...{ remember: false, reasons: because.result ? [because.result] : [] },
  };
  const answer = await unlessAborted(() => ask(question, signal), signal);
  if (answer === undefined) return unrun({ kind: 'cancelled' });
  if (answer.answer === 'allow') return undefined;
  return refusal(answer, 'result-rejected-by-user');
}

/** Asks, until the caller cancels: undefined once the signal is aborted. */
function unlessAborted<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const leave = () => resolve(undefined);
    signal.addEventListener('abort', leave, { once: true });
    ask()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', leave));
  });
}
