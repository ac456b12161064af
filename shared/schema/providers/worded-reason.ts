import type { Loss } from '../../tool/format.ts';

/** A reason with the values of a loss in place of `{name}`; a name without one stays as it stands. */
export const wordedReason = (reason: string, values: Loss['values'] = {}): string =>
  reason.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
