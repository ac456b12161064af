import type { Locale } from '../../i18n/message.ts';

/** The guides in the order in which they are listed. */
export const guides = [
  ...(['python-tools', 'shell-tools', 'script-modules', 'typescript-modules'] as const),
  ...(['external-modules', 'agents'] as const),
  ...(['workspace', 'flags', 'http-and-mcp', 'threat-model'] as const),
];
export type Guide = (typeof guides)[number];

/** Each is fetched when it is opened. */
const files = import.meta.glob<string>('../../guides/*/*.md', { query: '?raw', import: 'default' });

/** The guide that an address names; of an unknown one the first. */
export const guideOf = (name: string): Guide =>
  guides.find((guide) => guide === name) ?? 'python-tools';

/** The pictures of the documents, by their paths; each is fetched when a guide shows it. */
const pictures = import.meta.glob<string>('../../../.github/pictures/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** A piece of a guide: Markdown, or a picture of the page with what it shows. */
export type Piece = { text: string } | { picture: string; shows: string };

const pieceOf = (text: string): Piece => {
  const [, shows, path] = /^!\[(.*)\]\((.*)\)$/.exec(text) ?? [];
  const picture = path === undefined ? undefined : pictures[path];
  return shows === undefined || picture === undefined ? { text } : { picture, shows };
};

/** A guide's pieces in their order; undefined where it cannot be fetched. */
export const readGuide = async (guide: Guide, locale: Locale): Promise<Piece[] | undefined> => {
  try {
    const text = await files[`../../guides/${locale}/${guide}.md`]?.();
    return text?.split(/^(!\[.*)\n/m).flatMap((one) => (one.trim() ? pieceOf(one) : []));
  } catch {
    return undefined;
  }
};
