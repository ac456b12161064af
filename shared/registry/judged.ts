import type { Ending } from '../tool/ending.ts';
import type { Host } from '../tool/host.ts';
import type { Job } from '../tool/job.ts';
import type { Language } from '../tool/language.ts';
import type { InvokeParts, Judgement } from './invoke-parts.ts';
import { isTrusted } from './is-trusted.ts';
import { unrun } from './unrun.ts';

export type Judged =
  /** The language runs on its own: nothing was to judge. */
  | { kind: 'free' }
  | { kind: 'reads'; segments: Judgement['segments'] }
  /** The person said beforehand that what it does need not be asked for. */
  | { kind: 'trusted'; segments: Judgement['segments'] }
  | { kind: 'asks'; reasons: string[]; segments?: Judgement['segments'] }
  | { kind: 'forbidden'; ending: Ending };

/** More than a person reads; a script of thousands of commands must not make a question of megabytes. */
const MOST_SEGMENTS = 300;
const MOST_REASONS = 20;

const unboxed =
  'Bubblewrap is missing here, so nothing keeps the script inside the workspace, and every script is asked for';

/** The parts that a person has to see first when not all can be shown. */
function shown(segments: Judgement['segments']): Judgement['segments'] {
  const plain = segments.map(({ text, decision, rule }) => ({ text, decision, rule }));
  if (plain.length <= MOST_SEGMENTS) return plain;
  return plain.filter(({ decision }) => decision !== 'allow').slice(0, MOST_SEGMENTS);
}

/**
 * Whether a job may run unasked. Only what was judged to read, on a host that proved a box around
 * it, may; what is forbidden is refused here, before anything that could be approved or remembered.
 */
export async function judged(
  language: Language,
  host: Host,
  job: Job,
  parts: InvokeParts,
): Promise<Judged> {
  if (language.ask === undefined) return { kind: 'free' };
  const judgement = await parts.judge?.(job);
  if (judgement === undefined) return { kind: 'asks', reasons: [language.ask] };
  if (judgement.decision === 'deny') {
    const reason = `Command is forbidden: ${judgement.reasons.slice(0, MOST_REASONS).join('; ')}`;
    return { kind: 'forbidden', ending: unrun({ kind: 'denied', reason }) };
  }
  const segments = shown(judgement.segments);
  const reads = judgement.decision === 'allow';
  if (!reads && !isTrusted(judgement.segments, parts.settings?.bash))
    return { kind: 'asks', reasons: judgement.reasons.slice(0, MOST_REASONS), segments };
  const layers = await host.layers();
  if (layers.includes('bubblewrap')) return { kind: reads ? 'reads' : 'trusted', segments };
  return { kind: 'asks', reasons: [unboxed], segments };
}
