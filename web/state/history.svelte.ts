import type { RunRecord } from '../../shared/protocol/runs.ts';
import { runsApi, type RunQuery } from '../api/runs-api.ts';

/** The runs that the runner keeps, newest first. */
export class History {
  runs = $state.raw<RunRecord[]>([]);
  total = $state(0);
  /** Whether a search found more than were counted. */
  isMore = $state(false);
  /** Which runs are shown; the runner looks through all that it keeps. */
  filter = $state.raw<RunQuery>({});
  /** The folders that have runs, once they were asked for. */
  tools = $state.raw<{ id: string; count: number }[]>([]);
  /** Continues the list. */
  next = $state<string>();
  /** The run that is on the screen. */
  selected = $state<string>();
  /** The first of two runs to compare, while the second is not chosen. */
  marked = $state<string>();
  /** Two whole runs side by side. */
  compared = $state.raw<{ left: RunRecord; right: RunRecord }>();
  /** A whole run whose steps are shown. */
  stepped = $state.raw<RunRecord>();
  /** Whether durations over time are shown. */
  timing = $state(false);
  #asked = 0;

  async refresh(): Promise<void> {
    const id = ++this.#asked;
    const answer = await runsApi.list(this.filter);
    if (id !== this.#asked || answer.kind !== 'ok') return;
    this.runs = answer.value.runs;
    this.total = answer.value.total;
    this.isMore = answer.value.isMore === true;
    this.next = answer.value.next;
  }

  async more(): Promise<void> {
    const id = ++this.#asked;
    const answer = await runsApi.list(this.filter, this.next);
    if (id !== this.#asked || answer.kind !== 'ok') return;
    this.runs = [...this.runs, ...answer.value.runs];
    this.next = answer.value.next;
  }

  /** Shows the runs that fit, and no others until it is said anew. */
  async find(filter: RunQuery): Promise<void> {
    this.filter = filter;
    await this.refresh();
  }

  async loadTools(): Promise<void> {
    const answer = await runsApi.durations({}, 1);
    if (answer.kind === 'ok') this.tools = answer.value.tools;
  }

  async showSteps(id: string): Promise<void> {
    this.stepped = await this.read(id);
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
