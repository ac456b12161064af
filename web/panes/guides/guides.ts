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

/** Of a picture the part that its guide speaks of, in pixels: the corner and the size. */
interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}
/**
 * The words of a whole screen are too small to read in a guide. A part of both languages begins where neither has words;
 * what is not listed is shown as an overview.
 */
const parts: Readonly<Record<string, Part>> = {
  'approval-en': { x: 637, y: 451, width: 803, height: 449 },
  'approval-zh': { x: 637, y: 467, width: 803, height: 433 },
  conflict: { x: 240, y: 126, width: 960, height: 348 },
  conversation: { x: 237, y: 45, width: 828, height: 410 },
  export: { x: 300, y: 126, width: 840, height: 500 },
  'settings-connect': { x: 320, y: 338, width: 800, height: 375 },
  'settings-modules': { x: 320, y: 126, width: 800, height: 470 },
};

/** A piece of a guide: Markdown, or a picture of the page with what it shows. */
export type Piece = { text: string } | { picture: string; shows: string; part: Part | undefined };

const pieceOf = (text: string): Piece => {
  const [, shows, path = '', own = '', name = ''] =
    /^!\[(.*)\]\((.*\/((.*)-(?:en|zh))\.png)\)$/.exec(text) ?? [];
  const picture = pictures[path];
  return shows === undefined || picture === undefined
    ? { text }
    : { picture, shows, part: parts[own] ?? parts[name] };
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
