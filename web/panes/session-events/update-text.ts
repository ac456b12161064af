import { z } from 'zod';

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
