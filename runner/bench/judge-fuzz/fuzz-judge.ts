import type { Classify } from '../../../shared/commands/classify.ts';
import { generateScript } from './generate.ts';
import { FOLDER, runBoxed } from './run-boxed.ts';

/** A script that was allowed and did more than read; `generateScript(seed)` makes it again. */
export interface Failure {
  seed: number;
  script: string;
  deed: string;
}

/** Keeps the seeds of two runs with close numbers from overlapping. */
const APART = 1_000_000;

/** Generates scripts, judges them, and runs the allowed ones with real bash. */
export const fuzzJudge = async (
  classify: Classify,
  count: number,
  seed: number,
): Promise<{ generated: number; allowed: number; denied: number; failures: Failure[] }> => {
  const allowed: { seed: number; script: string }[] = [];
  let denied = 0;
  for (let at = 0; at < count; at++) {
    const own = seed * APART + at;
    const script = generateScript(own);
    const { decision } = classify(script, { boundary: FOLDER });
    if (decision === 'allow') allowed.push({ seed: own, script });
    if (decision === 'deny') denied++;
  }
  const deeds = await runBoxed(allowed.map(({ script }) => script));
  const failures = deeds.flatMap(({ index, deed }) => {
    const one = allowed[index];
    return one ? [{ ...one, deed }] : [];
  });
  return { generated: count, allowed: allowed.length, denied, failures };
};
