import { SvelteMap } from 'svelte/reactivity';
import type { RunRecord } from '../../shared/protocol/runs.ts';
import { runsApi } from '../api/runs-api.ts';

/** Whole runs that are kept here: their results may be long. */
const MOST_WHOLE = 20;

/** The newest runs that the runner keeps, and which of all runs are looked at. */
export class History {
  /** The newest first. */
  runs = $state.raw<RunRecord[]>([]);
  total = $state(0);
  /** The first of two runs to compare, while the second is not chosen. */
  marked = $state<string>();
  /** Two whole runs side by side, the older one left. */
  compared = $state.raw<{ left: RunRecord; right: RunRecord }>();
  /** A whole run whose steps are shown. */
  stepped = $state.raw<RunRecord>();
  /** Whether durations over time are shown. */
  timing = $state(false);
  #asked = 0;
  /** Runs that were read whole, the one that was read last behind all others. */
  #whole = new SvelteMap<string, RunRecord>();
  #shown: () => string | undefined;

  /** `shown` is the run on the screen, if it is over and the runner keeps it. */
  constructor(shown: () => string | undefined) {
    this.#shown = shown;
  }

  /** The run that is on the screen. */
  get selected(): string | undefined {
    return this.#shown();
  }

  async refresh(): Promise<void> {
    const id = ++this.#asked;
    const answer = await runsApi.list();
    if (id !== this.#asked || answer.kind !== 'ok') return;
    this.runs = answer.value.runs;
    this.total = answer.value.total;
  }

  async showSteps(id: string): Promise<void> {
    this.stepped = await this.read(id);
  }

  /** The whole run, with its arguments, result and ending; while the runner is away, as it was read before. */
  async read(id: string): Promise<RunRecord | undefined> {
    const answer = await runsApi.read(id);
    if (answer.kind === 'offline') return this.#whole.get(id);
    this.#whole.delete(id);
    if (answer.kind !== 'ok') return undefined;
    this.#whole.set(id, answer.value);
    for (const first of [...this.#whole.keys()].slice(0, -MOST_WHOLE)) this.#whole.delete(first);
    return answer.value;
  }

  /** Whether it can be read while the runner is away. */
  isHere(id: string): boolean {
    return this.#whole.has(id);
  }

  /** Compares with the run that was marked, else with `other`, else marks this one. */
  async compare(id: string, other?: string): Promise<void> {
    const first = this.marked ?? other;
    if (first === undefined || first === id) {
      this.marked = this.marked === id ? undefined : id;
      return;
    }
    this.marked = undefined;
    const both = await Promise.all([this.read(first), this.read(id)]);
    const [left, right] = both
      .filter((run) => run !== undefined)
      .sort((one, next) => one.startedAt - next.startedAt);
    if (left && right) this.compared = { left, right };
  }
}
