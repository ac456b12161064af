import type { Syntax } from '../../commands/syntax.ts';

const SUBJECT = new Set([
  'parameter',
  'forwardhelptargetname',
  'forwardhelpcategory',
  'remotehelprunspace',
  'externalhelp',
]);
const PLAIN = new Set([
  'synopsis',
  'description',
  'notes',
  'link',
  'example',
  'inputs',
  'outputs',
  'component',
  'role',
  'functionality',
]);
const directive = /^\s*\.(\w+)(?:\s+(\S.*))?\s*$/;

/** Comment-based help. Names of parameters are in lower case because PowerShell ignores case. */
export interface Help {
  synopsis: string;
  description: string;
  parameters: Map<string, string>;
  /** The first type and text of `.OUTPUTS`. */
  outputs?: { type: string; note?: string };
}

/** A `<# #>` comment, or consecutive lines of `#` comments. Offsets are in UTF-16 code units. */
export interface Block {
  start: number;
  end: number;
  /** First and last line, from 0, inclusive. */
  from: number;
  to: number;
  lines: string[];
  help: Help | undefined;
}

/** Returns a function that maps an offset to its line, from 0. */
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

/** Returns every comment of a script in order. */
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

/** The highest number of lines between a help comment and its function. Source: PowerShell's help parser. */
export const LINES_ABOVE = 2;

/** Returns the help of a function: the comment before it, or else the first one in its body. */
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

/** Returns the comment above a parameter, inside it, or after it on its line. */
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
        // A comment after code on the same line belongs to that code.
        source.slice(source.lastIndexOf('\n', block.start) + 1, block.start).trim() === '',
    ) ??
    plain.find((block) => block.start > start && block.end < end) ??
    plain.find((block) => block.start >= end && block.from === to && blank(end, block.start));
  return (found?.lines ?? [])
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');
}

/**
 * Parses the lines of a comment as help. Returns undefined if PowerShell would not: the first non-blank line
 * must be a known directive, and no line may be an unknown one.
 */
function readHelp(lines: string[]): Help | undefined {
  const indent = /^\s*/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? '';
  const help: Help = { synopsis: '', description: '', parameters: new Map() };
  let section: { name: string; subject: string; text: string[] } | undefined;
  const close = () => section && keep(help, section.name, section.subject, section.text);
  for (const line of lines) {
    const found = directive.exec(line);
    if (!found) {
      if (section === undefined && line.trim() !== '') return undefined;
      section?.text.push(line.startsWith(indent) ? line.slice(indent.length) : line);
      continue;
    }
    const name = (found[1] ?? '').toLowerCase();
    const subject = (found[2] ?? '').trim();
    const known = subject === '' ? PLAIN.has(name) : SUBJECT.has(name);
    if (!known) return undefined;
    close();
    section = { name, subject, text: [] };
  }
  if (section === undefined) return undefined;
  close();
  return help;
}

function keep(help: Help, name: string, subject: string, lines: string[]): void {
  const text = paragraphs(lines);
  const parameter = subject.toLowerCase();
  if (name === 'synopsis') help.synopsis ||= text;
  if (name === 'description') help.description ||= text;
  if (name === 'parameter' && !help.parameters.has(parameter)) {
    help.parameters.set(parameter, text.replaceAll('\n', ' '));
  }
  if (name === 'outputs' && text !== '') {
    const [, type = '', note = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
    help.outputs ??= note === '' ? { type } : { type, note };
  }
}

/** Joins the lines of each paragraph; keeps the lines of lists. */
function paragraphs(lines: string[]): string {
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trim()
    .split(/\n{2,}/)
    .map((part) => (/^[-*] /m.test(part) ? part : part.replaceAll('\n', ' ')))
    .join('\n');
}
