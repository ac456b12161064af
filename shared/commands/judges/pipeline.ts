import type { Context, Input } from '../context.ts';
import { printedNames } from '../words/printed-names.ts';
import type { Syntax } from '../syntax.ts';

/** What a shell in a pipe would run, when the command before it only prints a text. */
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

/** The input of each command of a pipeline, from what stands before it. */
export const pipelineInputs = (parts: Syntax[], context: Context): Input[] =>
  parts.map((part, at) => {
    const before = parts[at - 1];
    if (!before) return {};
    const names = isXargs(part) ? printedNames(parts.slice(0, at), context) : undefined;
    const text = printedText(before, context);
    return names ? { piped: true, text, names } : { piped: true, text };
  });
