import { formatMessage, type Values } from './format-message.ts';
import { i18n } from './i18n.svelte.ts';

/** A wording with its values; undefined when there is none or a value is missing. */
export const fillWording = (text: string | undefined, values: Values = {}): string | undefined => {
  if (text === undefined) return undefined;
  const needed = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  return needed.every((name) => Object.hasOwn(values, name))
    ? formatMessage(text, values, i18n.tag)
    : undefined;
};
