import { z } from 'zod';
import { ToolSource } from './tools.ts';

const Holder = z.object({
  /** The folder's id. */
  id: z.string(),
  source: ToolSource,
});

/** A name that several enabled tools share. Models see only the first of them. */
export const NameConflict = z.object({
  name: z.string(),
  kept: Holder,
  refused: z.array(Holder),
  /** Source: seed 004, `ToolRegistry.register`. Other programs rely on this text. */
  message: z.string(),
});
export type NameConflict = z.infer<typeof NameConflict>;

/** `GET /api/conflicts`. */
export const ConflictList = z.object({ conflicts: z.array(NameConflict) });
export type ConflictList = z.infer<typeof ConflictList>;
