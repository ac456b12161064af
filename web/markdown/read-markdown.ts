import { Lexer } from 'marked';
import type { MarkedToken, Token, Tokens } from 'marked';

/** Markdown as it is drawn. There is no markup in it: every text is shown as it stands. */
export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'em' | 'del'; inlines: Inline[] }
  /** Leads out of the page, and only to the web or to a mail. */
  | { kind: 'link'; address: string; inlines: Inline[] }
  | { kind: 'break' };

export interface Cell {
  align: 'left' | 'right' | 'center' | null;
  inlines: Inline[];
}

export type Block =
  | { kind: 'heading'; level: number; inlines: Inline[] }
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  /** `start` is missing where the list is not numbered. */
  | { kind: 'list'; start?: number; items: Block[][] }
  | { kind: 'table'; head: Cell[]; rows: Cell[][] }
  | { kind: 'rule' };

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Character references that a text in Markdown has instead of its own marks. */
const decoded = (text: string): string =>
  text.replace(
    /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (all, name, dec, hex) => {
      if (name !== undefined) return named[String(name).toLowerCase()] ?? all;
      const code = dec === undefined ? parseInt(hex, 16) : Number(dec);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );

const plain = (text: string): Inline => ({ kind: 'text', text });

function linkOf({ href, text, tokens }: Tokens.Link | Tokens.Image): Inline {
  const inlines = tokens.length > 0 ? inlinesOf(tokens) : [plain(decoded(text))];
  // Anything else could run in the page, or name what only the page can reach.
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return { kind: 'em', inlines };
  return { kind: 'link', address: href, inlines };
}

function inlineOf(token: MarkedToken): Inline {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return { kind: token.type, inlines: inlinesOf(token.tokens) };
    case 'codespan':
      return { kind: 'code', text: token.text };
    case 'br':
      return { kind: 'break' };
    case 'link':
    case 'image':
      return linkOf(token);
    case 'checkbox':
      return plain(token.checked ? '☑ ' : '☐ ');
    case 'escape':
      return plain(token.text);
    case 'text':
      return plain(decoded(token.raw));
    default:
      // Markup of another language, too, is shown and never obeyed.
      return plain(token.raw);
  }
}

const inlinesOf = (tokens: Token[] = []): Inline[] =>
  tokens.flatMap((token) =>
    token.type === 'text' && token.tokens
      ? inlinesOf(token.tokens)
      : inlineOf(token as MarkedToken),
  );

const cellOf = ({ align, tokens }: Tokens.TableCell): Cell => ({
  align,
  inlines: inlinesOf(tokens),
});

function blockOf(token: MarkedToken): Block[] {
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'heading':
      return [{ kind: 'heading', level: token.depth, inlines: inlinesOf(token.tokens) }];
    case 'paragraph':
      return [{ kind: 'paragraph', inlines: inlinesOf(token.tokens) }];
    case 'code':
      return [{ kind: 'code', text: token.text }];
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocksOf(token.tokens) }];
    case 'list': {
      const items = token.items.map((item) => blocksOf(item.tokens));
      return [{ kind: 'list', items, start: token.ordered ? Number(token.start) : undefined }];
    }
    case 'table':
      return [
        {
          kind: 'table',
          head: token.header.map(cellOf),
          rows: token.rows.map((row) => row.map(cellOf)),
        },
      ];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'html':
      return [{ kind: 'code', text: token.raw.trimEnd() }];
    default:
      return [{ kind: 'paragraph', inlines: inlinesOf([token]) }];
  }
}

const blocksOf = (tokens: Token[]): Block[] =>
  tokens.flatMap((token) => blockOf(token as MarkedToken));

/** A text as Markdown with GitHub's tables; undefined where it cannot be read as such. */
export function readMarkdown(text: string): Block[] | undefined {
  try {
    return blocksOf(new Lexer({ gfm: true }).lex(text));
  } catch {
    // Quotes in quotes in quotes can be deeper than the reader goes.
    return undefined;
  }
}
