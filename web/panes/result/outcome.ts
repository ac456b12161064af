import Ban from '@lucide/svelte/icons/ban';
import Check from '@lucide/svelte/icons/check';
import CircleStop from '@lucide/svelte/icons/circle-stop';
import Clock from '@lucide/svelte/icons/clock';
import Unplug from '@lucide/svelte/icons/unplug';
import X from '@lucide/svelte/icons/x';
import Zap from '@lucide/svelte/icons/zap';
import type { Component } from 'svelte';
import type { Ending } from '../../../shared/tool/ending.ts';

/** How an outcome is shown: a shape and a colour, with the text `result.outcome.<kind>` beside it. */
export interface Outcome {
  icon: Component<Record<string, unknown>>;
  tone: 'ok' | 'err' | 'warn' | 'quiet';
}

/** The picture of every way a run can end. */
export const outcomes: Readonly<Record<Ending['kind'], Outcome>> = {
  finished: { icon: Check, tone: 'ok' },
  failed: { icon: X, tone: 'err' },
  'timed-out': { icon: Clock, tone: 'err' },
  cancelled: { icon: CircleStop, tone: 'quiet' },
  denied: { icon: Ban, tone: 'warn' },
  unavailable: { icon: Unplug, tone: 'warn' },
  crashed: { icon: Zap, tone: 'err' },
};
