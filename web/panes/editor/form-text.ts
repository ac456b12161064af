import { languageLabel } from '../../languages/language-label.ts';
import { to } from './object-texts.ts';

const forms = ['three-layer', 'agent', 'script-module', 'functions'] as const;

/** What a tool is written in, and in which form, as far as either is known. */
export function formText(language: string | undefined, format: string | undefined): string {
  const known = forms.find((one) => one === format);
  // An agent's language is called like its form.
  const written = known === 'agent' ? undefined : languageLabel(language);
  return [written, known && to(`form.${known}`)].filter(Boolean).join(' ');
}
