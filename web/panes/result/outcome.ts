import type { Ending } from '../../../shared/tool/ending.ts';

/** How an outcome is shown: never by colour alone. */
export interface Outcome {
  icon: 'check' | 'x' | 'clock' | 'stop' | 'shield' | 'plug' | 'bolt';
  tone: 'ok' | 'err' | 'warn' | 'quiet';
}

/** The picture of every way a run can end; its word is the text `result.outcome.<kind>`. */
export const outcomes: Readonly<Record<Ending['kind'], Outcome>> = {
  finished: { icon: 'check', tone: 'ok' },
  failed: { icon: 'x', tone: 'err' },
  'timed-out': { icon: 'clock', tone: 'err' },
  cancelled: { icon: 'stop', tone: 'quiet' },
  denied: { icon: 'shield', tone: 'warn' },
  unavailable: { icon: 'plug', tone: 'warn' },
  crashed: { icon: 'bolt', tone: 'err' },
};
