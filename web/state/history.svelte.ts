import type { RunRecord } from '../../shared/protocol/runs.ts';
import { runsApi } from '../api/runs-api.ts';

/** The runs that the runner keeps, newest first. */
export class History {
  runs = $state.raw<RunRecord[]>([]);
  total = $state(0);
  /** Continues the list. */
  next = $state<string>();
  /** The run that is on the screen. */
  selected = $state<string>();
  /** The first of two runs to compare, while the second is not chosen. */
  marked = $state<string>();
  /** Two whole runs side by side. */
  compared = $state.raw<{ left: RunRecord; right: RunRecord }>();
  #asked = 0;

  async refresh(): Promise<void> {
    const id = ++this.#asked;
    const answer = await runsApi.list();
    if (id !== this.#asked || answer.kind !== 'ok') return;
    this.runs = answer.value.runs;
    this.total = answer.value.total;
    this.next = answer.value.next;
  }

  async more(): Promise<void> {
    const id = ++this.#asked;
    const answer = await runsApi.list(this.next);
    if (id !== this.#asked || answer.kind !== 'ok') return;
    this.runs = [...this.runs, ...answer.value.runs];
    this.next = answer.value.next;
  }

  /** The whole run, with its arguments, result and ending. */
  async read(id: string): Promise<RunRecord | undefined> {
    const answer = await runsApi.read(id);
    return answer.kind === 'ok' ? answer.value : undefined;
  }

  /** Compares with the run that was marked, else with the one on the screen, else marks this one. */
  async compare(id: string): Promise<void> {
    const other = this.marked ?? this.selected;
    if (other === undefined || other === id) {
      this.marked = this.marked === id ? undefined : id;
      return;
    }
    this.marked = undefined;
    const [left, right] = await Promise.all([this.read(other), this.read(id)]);
    if (left && right) this.compared = { left, right };
  }
}
