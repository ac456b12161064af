import type { Context, Input } from '../context.ts';
import { printedNames } from '../words/printed-names.ts';
import type { Syntax } from '../syntax.ts';

/**
 * Returns the text that a command prints, if it only prints a known text. A shell after it in the pipe would
 * run it.
 */
const printedText = (node: Syntax, context: Context): string | undefined => {
  if (node.type !== 'command') return undefined;
  const [program, ...rest] = node.children
    .filter((child) => child.named && !/redirect|assignment/.test(child.type))
    .flatMap((child) => context.readWord(child));
  if (!/^(echo|printf)$/.test(program?.values?.[0] ?? '')) return undefined;
  const words = rest.map((word) => word.values?.[0]);
  return words.includes(undefined)
    ? undefined
    : words.filter((text) => !/^-[neE]+$/.test(text ?? '')).join(' ');
};

const isXargs = (node: Syntax) =>
  node.children.find((child) => child.type === 'command_name')?.text === 'xargs';

/** Returns the input of each command of a pipeline. */
export const pipelineInputs = (parts: Syntax[], context: Context): Input[] =>
  parts.map((part, at) => {
    const before = parts[at - 1];
    if (!before) return {};
    const names = isXargs(part) ? printedNames(parts.slice(0, at), context) : undefined;
    const text = printedText(before, context);
    return names ? { piped: true, text, names } : { piped: true, text };
  });
