import type { DurationBucket } from '../../shared/protocol/runs.ts';

export interface Timed {
  startedAt: number;
  durationMs: number;
  success: boolean;
}

/** Runs, oldest first, in at most `points` parts of equally many runs, so that quiet days take no room. */
export function durationBuckets(runs: readonly Timed[], points: number): DurationBucket[] {
  const count = Math.min(points, runs.length);
  return Array.from({ length: count }, (_, at) => {
    const part = runs.slice(
      Math.floor((at * runs.length) / count),
      Math.floor(((at + 1) * runs.length) / count),
    );
    const times = part.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
    const share = (of: number) =>
      times[Math.min(times.length - 1, Math.floor(of * times.length))] ?? 0;
    return {
      from: part[0]?.startedAt ?? 0,
      to: part.at(-1)?.startedAt ?? 0,
      count: part.length,
      failed: part.filter(({ success }) => !success).length,
      median: share(0.5),
      p95: share(0.95),
      max: times.at(-1) ?? 0,
    };
  });
}
