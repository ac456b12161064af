import { z } from 'zod';
import { ToolSource } from './tools.ts';

const Holder = z.object({
  /** The folder's id. */
  id: z.string(),
  source: ToolSource,
});

/** A name that several enabled tools have: a model is told of the first alone. */
export const NameConflict = z.object({
  name: z.string(),
  kept: Holder,
  refused: z.array(Holder),
  /** Source: seed 004, `ToolRegistry.register`; the text is interface. */
  message: z.string(),
});
export type NameConflict = z.infer<typeof NameConflict>;

/** `GET /api/conflicts`. */
export const ConflictList = z.object({ conflicts: z.array(NameConflict) });
export type ConflictList = z.infer<typeof ConflictList>;
