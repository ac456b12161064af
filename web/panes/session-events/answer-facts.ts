import { z } from 'zod';

/** Types that a browser draws and that run nothing. */
const mimeType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']);
const Image = z.object({ type: z.literal('image'), data: z.base64(), mimeType });
const Drawn = z.object({
  call: z.string().optional(),
  result: z.string().optional(),
  expanded: z.string().optional(),
});

/** What the metadata of a result, or an update, says for drawing; what does not fit is left out. */
export function answerFacts(metadata: Record<string, unknown>): {
  images: z.infer<typeof Image>[];
  drawn?: string;
  expanded?: string;
} {
  const content = Array.isArray(metadata.content) ? metadata.content : [];
  const images = content.flatMap((piece) => Image.safeParse(piece).data ?? []);
  const drawn = Drawn.safeParse(metadata.drawn).data;
  const short = [drawn?.call, drawn?.result].filter((part) => part).join('\n');
  return {
    images,
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
