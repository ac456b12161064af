import { languages } from '../../shared/languages/languages.ts';
import { i18n } from '../i18n/i18n.svelte.ts';
import { pageLanguages } from './languages.ts';

/** What the reader calls a language; undefined where the id is no language's. */
export const languageLabel = (id: string | undefined): string | undefined =>
  id === undefined
    ? undefined
    : (pageLanguages.get(id)?.label?.[i18n.locale] ?? languages.get(id)?.label);
