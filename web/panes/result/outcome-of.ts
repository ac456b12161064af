import type { Ending } from '../../../shared/tool/ending.ts';
import type { TextKey } from '../../i18n/i18n.svelte.ts';
import { type Outcome, outcomes } from './outcome.ts';

/** The picture and word of a run: one that ended well and still reports no success says so. */
export function outcomeOf(kind: Ending['kind'], success: boolean): Outcome & { word: TextKey } {
  if (kind === 'finished' && !success)
    return { ...outcomes.failed, word: 'result.outcome.unsuccessful' };
  return { ...outcomes[kind], word: `result.outcome.${kind}` };
}
