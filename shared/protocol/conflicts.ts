import { z } from 'zod';

const Holder = z.object({
  /** The folder's id. */
  id: z.string(),
  source: z.enum(['builtin', 'authored', 'found']),
});

/** A name that several enabled tools have: a model is told of the first alone. */
export const NameConflict = z.object({
  name: z.string(),
  kept: Holder,
  refused: z.array(Holder),
});
export type NameConflict = z.infer<typeof NameConflict>;

/** `GET /api/conflicts`. */
export const ConflictList = z.object({ conflicts: z.array(NameConflict) });
export type ConflictList = z.infer<typeof ConflictList>;
