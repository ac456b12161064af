import type { ShapeNotes } from '../../shared/returns/shape.ts';

/** What the return rules could not do, in sentences. What they cut is shown where it was cut. */
export const shapeNotes = (notes: ShapeNotes | undefined): string[] =>
  [notes?.truncateIgnored, notes?.templateIgnored?.reason].filter((note) => note !== undefined);
