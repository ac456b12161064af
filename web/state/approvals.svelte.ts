import type { Approval } from '../../shared/protocol/events.ts';
import type { Decision } from '../../shared/protocol/runs.ts';
import { runsApi } from '../api/runs-api.ts';

/** The questions that wait for this person, oldest first: of the page's own runs and of programs. */
export class Approvals {
  pending = $state.raw<Approval[]>([]);
  /** How often the runner has told of a question or its end. */
  #heard = 0;
  #asked = 0;

  async refresh(): Promise<void> {
    const asked = (this.#asked += 1);
    const heard = this.#heard;
    const answer = await runsApi.approvals();
    if (asked !== this.#asked) return;
    // What was heard meanwhile is newer than the answer.
    if (heard !== this.#heard) return this.refresh();
    if (answer.kind === 'ok') this.pending = answer.value.approvals;
  }

  asked(approval: Approval): void {
    this.settled(approval.id);
    this.pending = [...this.pending, approval];
  }

  settled(id: string): void {
    this.#heard += 1;
    this.pending = this.pending.filter((approval) => approval.id !== id);
  }

  async decide(approval: Approval, decision: Decision): Promise<void> {
    const answer = await runsApi.decide(approval.runId, decision);
    // A question that the runner no longer knows was settled elsewhere or has run out.
    if (answer.kind === 'ok' || answer.kind === 'refused') this.settled(approval.id);
  }
}
