import type { Syntax } from '../../commands/syntax.ts';
import { LINES_ABOVE } from './comments.ts';
import type { Block } from './comments.ts';

/** The comment above a parameter, inside it, or behind it on its own line. */
export function besideText(
  { start, end }: Syntax,
  blocks: Block[],
  source: string,
  lineOf: (offset: number) => number,
): string {
  const blank = (from: number, to: number) => /^[\s,]*$/.test(source.slice(from, to));
  const [from, to] = [lineOf(start), lineOf(end)];
  const plain = blocks.filter(({ help }) => help === undefined);
  const found =
    plain.find(
      (block) =>
        block.end <= start &&
        from - block.to <= LINES_ABOVE &&
        source.slice(block.end, start).trim() === '' &&
        // What stands behind something is about that.
        source.slice(source.lastIndexOf('\n', block.start) + 1, block.start).trim() === '',
    ) ??
    plain.find((block) => block.start > start && block.end < end) ??
    plain.find((block) => block.start >= end && block.from === to && blank(end, block.start));
  return (found?.lines ?? [])
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}
