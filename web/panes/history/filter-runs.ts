import type { RunRecord } from '../../../shared/protocol/runs.ts';

/** Which runs of a list are shown; an empty text lets all through. */
export interface RunFilter {
  outcome: '' | 'ok' | 'bad';
  tool: string;
}

export function filterRuns(runs: readonly RunRecord[], filter: RunFilter): RunRecord[] {
  return runs.filter(
    (run) =>
      (filter.tool === '' || run.tool === filter.tool) &&
      (filter.outcome === '' || run.success === (filter.outcome === 'ok')),
  );
}
