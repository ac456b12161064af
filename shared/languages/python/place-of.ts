import type { Place } from '../../template/hints.ts';
import type { Program } from './program.ts';
import type { Scan } from './token.ts';

/** Answers where the character of the template at an offset stands. */
export function placeOf({ offsets }: Program, { regions }: Scan): (offset: number) => Place {
  const places = new Map<number, Place>();
  for (const { start, end, region } of regions) {
    for (let at = start; at < end; at += 1) places.set(offsets[at] ?? 0, region);
  }
  return (offset) => places.get(offset) ?? 'code';
}
