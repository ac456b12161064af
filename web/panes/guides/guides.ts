import type { Locale } from '../../i18n/message.ts';

/** The guides in the order in which they are listed. */
export const guides = [
  ...(['python-tools', 'script-modules', 'typescript-modules', 'agents'] as const),
  ...(['workspace', 'flags', 'http-and-mcp', 'threat-model'] as const),
];
export type Guide = (typeof guides)[number];

/** Each is fetched when it is opened. */
const files = import.meta.glob<string>('../../guides/*/*.md', { query: '?raw', import: 'default' });

/** The guide that an address names; of an unknown one the first. */
export const guideOf = (name: string): Guide =>
  guides.find((guide) => guide === name) ?? 'python-tools';

/**
 * A guide's text, without its pictures: they show the page to those who read the file elsewhere. Undefined
 * where it cannot be fetched.
 */
export const readGuide = async (guide: Guide, locale: Locale): Promise<string | undefined> => {
  try {
    const text = await files[`../../guides/${locale}/${guide}.md`]?.();
    return text?.replaceAll(/^!\[.*\n?/gm, '');
  } catch {
    return undefined;
  }
};
