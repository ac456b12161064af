import type { Approval, RunEvent } from '../../shared/protocol/events.ts';
import type { Decision } from '../../shared/protocol/runs.ts';
import type { KeptDecision } from '../../shared/protocol/decisions.ts';
import type { Answer, Question } from '../../shared/registry/approval/approve.ts';
import { refusalReason } from '../../shared/registry/approval/reasons.ts';
import { clockTime } from '../../shared/tool/clock-time.ts';
import type { Reason } from '../../shared/tool/problem/reason.ts';
import type { Channel } from '../server/channel.ts';
import type { Caller } from '../server/guard/credential.ts';
import type { Grants, Known } from '../store/grants.ts';
import type { RunStore } from '../store/runs/run-store.ts';

interface Pending {
  approval: Approval;
  toolHash: string;
  /** Whether this answer was the first. */
  settle(answer: Answer, scope: string): boolean;
}

/** The run that asks. */
export interface Asking {
  caller: Caller;
  /** The hash of the folder that the tool was read from. */
  toolHash: string;
  /** The id of the session, such as a conversation. */
  session?: string | undefined;
  tell(event: RunEvent): void;
  signal: AbortSignal;
  /** Asks the user of the calling program, whose answer counts like the page's. */
  byClient?: ((question: Question, signal: AbortSignal) => Promise<Answer | undefined>) | undefined;
  /** `allow`: the call runs without approval. `refuse`: nobody is asked, and the call is denied. */
  confirm?: 'ask' | 'allow' | 'refuse' | undefined;
}

const no = (because: Reason): Answer => ({ answer: 'deny', because });
const unasked = no(refusalReason('nobody-asked'));
const nobody = no(refusalReason('nobody-there'));

/** Asks in the calling program, too, until the question is settled; a failing client gives no answer. */
function elsewhere(
  question: Question,
  { byClient, signal }: Asking,
  settled: AbortSignal,
  settle: (answer: Answer) => void,
): void {
  byClient?.(question, AbortSignal.any([settled, signal])).then(
    (answer) => answer && settle(answer),
    () => undefined,
  );
}

/** Questions to the person. The page settles one, or the terminal or MCP client that made the call; without an answer it is denied. */
export class Approvals {
  #pending = new Map<string, Pending>();
  #grants: Grants;
  #history: RunStore;
  #channel: Channel;
  #waitMs: () => number;

  constructor(parts: {
    grants: Grants;
    history: RunStore;
    channel: Channel;
    waitMs: () => number;
  }) {
    this.#grants = parts.grants;
    this.#history = parts.history;
    this.#channel = parts.channel;
    this.#waitMs = parts.waitMs;
  }

  pending(): Approval[] {
    return [...this.#pending.values()].map(({ approval }) => approval);
  }

  async ask(question: Question, asking: Asking): Promise<Answer> {
    const record = (answer: Answer, scope: string) =>
      this.#history.decided({
        ...{ runId: question.runId, tool: question.tool, toolHash: asking.toolHash },
        ...{ about: question.about, text: question.text },
        ...{ answer: answer.answer, scope, why: answer.because?.message ?? answer.reason ?? '' },
      });
    const kept = this.#grants.find(question, asking.toolHash);
    // A remembered denial always counts; a remembered approval only if the question allows it.
    if (kept?.answer === 'deny' || (kept && question.remember !== false)) {
      const answer: Answer = kept.answer === 'deny' ? no(refusalOf(kept)) : { answer: 'allow' };
      record(answer, 'remembered');
      return answer;
    }
    // Automatic approval covers calls, never what a model may see of a result.
    if (asking.confirm === 'allow' && question.about === 'execution') {
      const answer: Answer = { answer: 'allow' };
      record(answer, 'confirmed');
      return answer;
    }
    if (asking.confirm === 'refuse') {
      record(unasked, 'unasked');
      return unasked;
    }
    if (asking.caller !== 'page' && !this.#channel.hasPage && !asking.byClient) {
      record(nobody, 'absent');
      return nobody;
    }
    return new Promise((resolve) => {
      const id = crypto.randomUUID();
      const waitMs = this.#waitMs();
      const { session } = asking;
      const of = session === undefined ? {} : { session };
      const approval = { ...question, ...of, id, expiresAt: Date.now() + waitMs };
      const settled = new AbortController();
      const settle: Pending['settle'] = (answer, scope) => {
        if (!this.#pending.delete(id)) return false;
        clearTimeout(timer);
        settled.abort();
        record(answer, scope);
        this.#channel.tell({ event: 'decided', data: { id } });
        resolve(answer);
        return true;
      };
      const time = clockTime(Math.floor(waitMs / 1000));
      const silence = no(refusalReason('no-answer-in-time', { time }));
      const timer = setTimeout(() => settle(silence, 'expired'), waitMs);
      this.#pending.set(id, { approval, settle, toolHash: asking.toolHash });
      const cancelled = () => settle({ answer: 'deny', reason: 'Cancelled' }, 'cancelled');
      asking.signal.addEventListener('abort', cancelled, { once: true });
      if (asking.signal.aborted) return void cancelled();
      asking.tell({ type: 'approval', approval });
      this.#channel.tell({ event: 'approval', data: approval });
      elsewhere(question, asking, settled.signal, (answer) => settle(answer, 'client'));
    });
  }

  /** Why a remembered decision refuses this call, even if no approval would be needed. */
  async refused(
    known: Omit<Known, 'text'>,
    text: () => Promise<string | undefined>,
    toolHash: string,
  ): Promise<Reason | undefined> {
    return keptRefusal(this.#grants, known, text, toolHash);
  }

  /** Settles an open question of the run; false if there is none. Each is answered once. */
  async decide(runId: string, decision: Decision): Promise<boolean> {
    const pending = this.#pending.get(decision.id);
    if (pending?.approval.runId !== runId) return false;
    const { answer, scope, arguments: args } = decision;
    const { approval, toolHash } = pending;
    // Other arguments make another text, which needs its own approval.
    const mayKeep = !args && (answer === 'deny' || approval.remember !== false);
    // Save the decision before the tool runs, so it survives whatever the run does.
    if (mayKeep && scope !== 'once') {
      const covers = decision.covers ?? approval.covers ?? 'exact';
      await this.#grants.remember(approval, toolHash, { answer, scope, covers });
      this.#channel.tell({ event: 'settings', data: { revision: 0 } });
    }
    return pending.settle(
      { answer, scope, ...(args === undefined ? {} : { arguments: args }) },
      scope,
    );
  }
}

/** The reason for the model if a remembered decision refuses the call. */
export const refusalOf = ({ covers, rule = '' }: KeptDecision): Reason =>
  covers === 'rule'
    ? refusalReason('refused-rule-before', { rule })
    : refusalReason('refused-before');

/** Why a remembered decision refuses this call, even if no approval would be needed. */
export async function keptRefusal(
  grants: Grants,
  known: Omit<Known, 'text'>,
  text: () => Promise<string | undefined>,
  toolHash: string,
): Promise<Reason | undefined> {
  if (!grants.mayDeny(known.tool)) return undefined;
  const kept = grants.find({ ...known, text: (await text()) ?? '' }, toolHash);
  return kept?.answer === 'deny' ? refusalOf(kept) : undefined;
}
