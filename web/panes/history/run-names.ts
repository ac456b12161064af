import type { RunRecord } from '../../../shared/protocol/runs.ts';
import type { Sample } from '../../../shared/tool/sample.ts';
import { sampleOf } from '../../state/run-question.ts';
import { remembered } from '../../storage/remembered.ts';

/** Names that are kept; the oldest go first. */
const MOST = 300;
const KEY = 'run-names';

type Run = Pick<RunRecord, 'id' | 'tool' | 'arguments'>;

const kept = (): [string, string][] => {
  const read = Object(remembered.read(KEY)) as Record<string, unknown>;
  return Object.entries(read).flatMap(([id, name]) =>
    typeof name === 'string' ? [[id, name] as [string, string]] : [],
  );
};

/**
 * What the samples of runs are called. Those of a tool are read while it is open; a row keeps its name when
 * another one is, and after a reload.
 */
export class RunNames {
  #names = new Map(kept());

  /** The name of a run's sample, if it had one; `samples` where its tool is open. */
  of(run: Run, samples: readonly Sample[] | undefined): string | undefined {
    return samples ? sampleOf(run, samples)?.name : this.#names.get(run.id);
  }

  /** Keeps what the samples of an open tool say of its runs. */
  learn(runs: readonly Run[], samples: readonly Sample[]): void {
    let isNew = false;
    for (const run of runs) {
      const name = this.of(run, samples);
      if (name === this.#names.get(run.id)) continue;
      isNew = true;
      if (name === undefined) this.#names.delete(run.id);
      else this.#names.set(run.id, name);
    }
    if (!isNew) return;
    for (const id of [...this.#names.keys()].slice(0, -MOST)) this.#names.delete(id);
    remembered.write(KEY, Object.fromEntries(this.#names));
  }
}

/** Those of this page. */
export const runNames = new RunNames();
