import { z } from 'zod';
import { bytesOf, ContentBlock } from '../../../shared/tool/run/content-block.ts';
import { Reason } from '../../../shared/tool/problem/reason.ts';

/** Types that a browser draws or plays and that run nothing. */
const drawable = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml'];
const playable = /^audio\/(wav|x-wav|wave|mpeg|mp3|mp4|aac|ogg|webm|flac)$/;

const Drawn = z.object({
  call: z.string().optional(),
  result: z.string().optional(),
  expanded: z.string().optional(),
});

/** A piece of an answer as it is drawn; texts stand in both contents. */
export type Piece =
  | { kind: 'image'; src: string }
  | { kind: 'sound'; src: string }
  /** What a resource holds as text. */
  | { kind: 'text'; title: string; text: string }
  /** What is only kept: its type, its size, and itself in base64. */
  | { kind: 'file'; title: string; mimeType: string; bytes: number; data: string }
  /** `href` where it is an address that a browser opens. */
  | { kind: 'link'; title: string; address: string; about?: string; href?: string };

function mediaOf(title: string, mimeType: string, data: string): Piece {
  const src = `data:${mimeType};base64,${data}`;
  const isWhole = z.base64().safeParse(data).success;
  if (isWhole && drawable.includes(mimeType)) return { kind: 'image', src };
  if (isWhole && playable.test(mimeType)) return { kind: 'sound', src };
  return { kind: 'file', title, mimeType, bytes: bytesOf(data), data };
}

function pieceOf(block: ContentBlock): Piece[] {
  switch (block.type) {
    case 'text':
      return [];
    case 'image':
    case 'audio':
      return [mediaOf(block.type, block.mimeType, block.data)];
    case 'resource': {
      const { uri, mimeType = 'application/octet-stream', ...held } = block.resource;
      if ('text' in held) return [{ kind: 'text', title: uri, text: held.text }];
      return [mediaOf(uri, mimeType, held.blob)];
    }
    case 'resource_link': {
      const { uri: address, name, title = name, description: about } = block;
      const isOpened = /^https?:\/\//i.test(address);
      return [
        { kind: 'link', title, address, ...{ about, ...(isOpened ? { href: address } : {}) } },
      ];
    }
  }
}

/** What the metadata of a result, or an update, says for drawing; what does not fit is left out. */
export function answerFacts(metadata: Record<string, unknown>): {
  pieces: Piece[];
  /** What is to be known of an answer that arrived. */
  reasons: Reason[];
  drawn?: string;
  expanded?: string;
} {
  const content = Array.isArray(metadata.content) ? metadata.content : [];
  const pieces = content.flatMap((piece) => {
    const { data } = ContentBlock.safeParse(piece);
    return data ? pieceOf(data) : [];
  });
  const drawn = Drawn.safeParse(metadata.drawn).data;
  const short = [drawn?.call, drawn?.result].filter((part) => part).join('\n');
  const reasons = 'mcp' in metadata ? Reason.array().safeParse(metadata.reasons).data : [];
  return {
    ...{ pieces, reasons: reasons ?? [] },
    drawn: short || undefined,
    expanded: drawn?.expanded,
  };
}

const Texts = z.object({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).optional(),
  title: z.string().optional(),
});

/** The text of a partial result; empty where it has none. */
export function updateText(update: Record<string, unknown>): string {
  const { data } = Texts.safeParse(update);
  const texts = data?.content?.flatMap(({ text }) => (text === undefined ? [] : [text])) ?? [];
  return texts.join('\n') || (data?.title ?? '');
}
