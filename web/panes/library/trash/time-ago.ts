import { i18n } from '../../../i18n/i18n.svelte.ts';
import { tt } from './texts.ts';

const MINUTE = 60_000;
const units = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/** How long ago something was, in the largest unit that fits. */
export const agoText = (at: number, now: number): string => {
  const age = Math.max(0, now - at);
  const found = units.find(([, each]) => age >= each);
  if (!found) return tt('now');
  const [unit, length] = found;
  return new Intl.RelativeTimeFormat(i18n.tag, { numeric: 'auto', style: 'narrow' }).format(
    -Math.floor(age / length),
    unit,
  );
};

export const timeText = (at: number): string =>
  new Intl.DateTimeFormat(i18n.tag, { dateStyle: 'medium', timeStyle: 'medium' }).format(at);
