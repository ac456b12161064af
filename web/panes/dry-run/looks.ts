import Ban from '@lucide/svelte/icons/ban';
import Check from '@lucide/svelte/icons/check';
import TriangleAlert from '@lucide/svelte/icons/triangle-alert';

/** How a verdict looks; the word beside it says the same. */
export const looks = {
  allow: { icon: Check, tone: 'ok' },
  ask: { icon: TriangleAlert, tone: 'warn' },
  deny: { icon: Ban, tone: 'err' },
} as const;
