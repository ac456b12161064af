import type { TestMark } from '../../../state/runs/sample-tests.svelte.ts';
import { tt } from './texts.ts';

/** How many samples passed, failed and were not run; empty while none was. */
export function summaryOf(counts: Record<TestMark, number>): string {
  const { passed, failed, stale, none, running } = counts;
  if (passed + failed + stale === 0) return '';
  const rows = [
    ['count.passed', passed],
    ['count.failed', failed],
    ['count.other', stale + none + running],
  ] as const;
  return rows
    .filter(([, count]) => count > 0)
    .map(([key, count]) => tt(key, { count }))
    .join(tt('count.join'));
}
