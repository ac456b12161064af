import type { RunRecord } from '../../shared/protocol/runs.ts';
import { runsApi } from '../api/runs-api.ts';

const shown = 60;

/** The runs that the runner keeps, newest first. */
export class History {
  runs = $state.raw<RunRecord[]>([]);
  total = $state(0);
  /** The run that is on the screen. */
  selected = $state<string>();
  /** Two whole runs side by side. */
  compared = $state.raw<{ left: RunRecord; right: RunRecord }>();
  #asked = 0;

  async refresh(): Promise<void> {
    const id = ++this.#asked;
    const answer = await runsApi.list(shown);
    if (id !== this.#asked || answer.kind !== 'ok') return;
    this.runs = answer.value.runs;
    this.total = answer.value.total;
  }

  /** The whole run, with its arguments, result and ending. */
  async read(id: string): Promise<RunRecord | undefined> {
    const answer = await runsApi.read(id);
    return answer.kind === 'ok' ? answer.value : undefined;
  }

  async compare(left: string, right: string): Promise<void> {
    const [one, other] = await Promise.all([this.read(left), this.read(right)]);
    if (one && other) this.compared = { left: one, right: other };
  }
}
