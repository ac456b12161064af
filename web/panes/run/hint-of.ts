import { n, t } from '../../i18n/i18n.svelte.ts';
import type { Field } from './field.ts';

/** What a field takes, in a word or two: `integer 1 to 9`. */
export function hintOf(field: Field): string {
  switch (field.kind) {
    case 'text':
      return field.format ?? t('run.type.text');
    case 'number': {
      const word = field.integer ? t('run.type.integer') : t('run.type.number');
      const range = rangeOf(field.min, field.max);
      return range ? `${word} ${range}` : word;
    }
    case 'choice':
      return t('run.type.choice', { count: field.options.length });
    default:
      return t(`run.type.${field.kind}`);
  }
}

function rangeOf(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined)
    return t('run.range.both', { min: n(min), max: n(max) });
  if (min !== undefined) return t('run.range.min', { min: n(min) });
  if (max !== undefined) return t('run.range.max', { max: n(max) });
  return undefined;
}
