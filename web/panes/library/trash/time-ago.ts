import { i18n } from '../../../i18n/i18n.svelte.ts';

const MINUTE = 60_000;
const units = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/** How long ago something was, in the largest unit that fits. */
export const agoText = (at: number, now: number): string => {
  const age = Math.max(0, now - at);
  const [unit, length] = units.find(([, each]) => age >= each) ?? (['second', 1000] as const);
  // What is only seconds old is called "now".
  const past = unit === 'second' ? 0 : -Math.floor(age / length);
  return new Intl.RelativeTimeFormat(i18n.tag, { numeric: 'auto', style: 'narrow' }).format(
    past,
    unit,
  );
};

export const timeText = (at: number): string =>
  new Intl.DateTimeFormat(i18n.tag, { dateStyle: 'medium', timeStyle: 'medium' }).format(at);
