import { z } from 'zod';

/** What a running tool asks the person. `notify` wants no answer. */
export const UiQuestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('select'),
    title: z.string(),
    options: z.array(z.string()).min(1).max(500),
  }),
  z.object({ kind: z.literal('confirm'), title: z.string(), message: z.string() }),
  z.object({ kind: z.literal('input'), title: z.string(), placeholder: z.string().optional() }),
  z.object({ kind: z.literal('editor'), title: z.string(), text: z.string() }),
  z.object({
    kind: z.literal('notify'),
    message: z.string(),
    level: z.enum(['info', 'warning', 'error']),
  }),
]);
export type UiQuestion = z.infer<typeof UiQuestion>;
