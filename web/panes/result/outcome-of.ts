import Ban from '@lucide/svelte/icons/ban';
import Check from '@lucide/svelte/icons/check';
import CircleStop from '@lucide/svelte/icons/circle-stop';
import Clock from '@lucide/svelte/icons/clock';
import Unplug from '@lucide/svelte/icons/unplug';
import X from '@lucide/svelte/icons/x';
import Zap from '@lucide/svelte/icons/zap';
import type { Component } from 'svelte';
import type { Ending } from '../../../shared/tool/run/ending.ts';
import type { ResultText } from './texts.ts';

/** How an outcome is shown: a shape and a colour, with the text `outcome.<kind>` beside it. */
interface Outcome {
  icon: Component<Record<string, unknown>>;
  tone: 'ok' | 'err' | 'warn' | 'quiet';
}

/** The picture of every way a run can end. */
const outcomes: Readonly<Record<Ending['kind'], Outcome>> = {
  finished: { icon: Check, tone: 'ok' },
  failed: { icon: X, tone: 'err' },
  'timed-out': { icon: Clock, tone: 'err' },
  cancelled: { icon: CircleStop, tone: 'quiet' },
  denied: { icon: Ban, tone: 'warn' },
  unavailable: { icon: Unplug, tone: 'warn' },
  crashed: { icon: Zap, tone: 'err' },
};

/** Whether a call that ended so has run at all; only then is its duration one. */
export const hasRun = (kind: Ending['kind']): boolean =>
  kind !== 'denied' && kind !== 'unavailable';

/** The picture and word of a run: one that ended well and still reports no success says so. */
export function outcomeOf(kind: Ending['kind'], success: boolean): Outcome & { word: ResultText } {
  if (kind === 'finished' && !success) return { ...outcomes.failed, word: 'outcome.unsuccessful' };
  return { ...outcomes[kind], word: `outcome.${kind}` };
}
