import type { Syntax } from '../../commands/syntax.ts';
import { readHelp } from './help.ts';
import type { Help } from './help.ts';

/** A `<# #>` comment, or `#` comments on lines that follow each other. Offsets in UTF-16 units. */
export interface Block {
  start: number;
  end: number;
  /** Lines from 0, both included. */
  from: number;
  to: number;
  lines: string[];
  help: Help | undefined;
}

/** Answers with the line, from 0, of an offset. */
export function lineIndex(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  };
}

/** Every comment of a script, in its order. */
export function commentBlocks(
  root: Syntax,
  source: string,
  lineOf: (offset: number) => number,
): Block[] {
  const blocks: Block[] = [];
  const visit = (node: Syntax): void => {
    if (node.type === 'comment') add(node);
    else node.children.forEach(visit);
  };
  const add = ({ start, end, text }: Syntax) => {
    const [from, to] = [lineOf(start), lineOf(Math.max(start, end - 1))];
    const isBlock = text.startsWith('<#');
    const last = blocks.at(-1);
    const alone = source.slice(source.lastIndexOf('\n', start) + 1, start).trim() === '';
    if (!isBlock && alone && last?.to === from - 1 && source[last.start] === '#') {
      last.lines.push(text.replace(/^#+/, ''));
      last.end = end;
      last.to = to;
      return;
    }
    const lines = isBlock ? text.slice(2, -2).split('\n') : [text.replace(/^#+/, '')];
    blocks.push({ start, end, from, to, lines, help: undefined });
  };
  visit(root);
  for (const block of blocks) block.help = readHelp(block.lines);
  return blocks;
}

/** How far a comment may stand above what it is about. Source: PowerShell's parser of help. */
export const LINES_ABOVE = 2;

/** The help of a function: the block before it, else the first inside its body, else none. */
export function helpOf(
  node: Syntax,
  blocks: Block[],
  source: string,
  lineOf: (offset: number) => number,
): Help | undefined {
  const inner = node.children.flatMap(nested);
  const inside = (block: Block) =>
    block.start > node.start &&
    block.end <= node.end &&
    !inner.some(({ start, end }) => block.start > start && block.end <= end);
  return (
    blocks.find((block) => isAbove(block, node, source, lineOf))?.help ??
    blocks.find((block) => block.help !== undefined && inside(block))?.help
  );
}

export function isAbove(
  block: Block,
  node: Syntax,
  source: string,
  lineOf: (offset: number) => number,
): boolean {
  return (
    block.help !== undefined &&
    block.end <= node.start &&
    lineOf(node.start) - block.to <= LINES_ABOVE &&
    source.slice(block.end, node.start).trim() === ''
  );
}

const nested = (node: Syntax): Syntax[] =>
  node.type === 'function_statement' ? [node] : node.children.flatMap(nested);
