import type { Context, Input } from './context.ts';
import type { Syntax } from './syntax.ts';
import type { Word } from './word.ts';

const filters = /^(grep|egrep|fgrep|head|tail|sort|uniq)$/;

const wordsOf = (node: Syntax, context: Context): Word[] =>
  node.type === 'command'
    ? node.children
        .filter((child) => child.named && !/redirect|assignment/.test(child.type))
        .flatMap((child) => context.readWord(child))
    : [];
const texts = (words: Word[]) =>
  words.map((word) => (word.certain ? (word.values?.[0] ?? '') : ''));

/** Whether a command prints nothing but names of files inside the workspace (its own words are judged elsewhere). */
export const printsNames = (node: Syntax, context: Context): boolean => {
  const [program, ...rest] = texts(wordsOf(node, context));
  const has = (...options: string[]) => rest.some((text) => options.includes(text));
  if (program === 'git')
    return (
      rest[0] === 'ls-files' ||
      (rest[0] === 'grep' && has('-l', '--files-with-matches')) ||
      (rest[0] === 'diff' && has('--name-only'))
    );
  if (program === 'find')
    return (
      !rest.some((text) => /^-(printf|ls|exec|execdir)$/.test(text)) &&
      rest.every((text) => !/^[/~]|\.\./.test(text))
    );
  if (program === 'fd') return true;
  if (program === 'rg') return has('--files', '-l', '--files-with-matches');
  if (program === 'grep')
    return rest.some(
      (text) => /^-[a-zA-Z]*l[a-zA-Z]*$/.test(text) || text === '--files-with-matches',
    );
  return false;
};

/** What a shell in a pipe would run, when the command before it only prints a text. */
const printedText = (node: Syntax, context: Context): string | undefined => {
  const [program, ...rest] = wordsOf(node, context);
  if (!/^(echo|printf)$/.test(program?.values?.[0] ?? '')) return undefined;
  const words = rest.map((word) => word.values?.[0]);
  return words.includes(undefined)
    ? undefined
    : words.filter((text) => !/^-[neE]+$/.test(text ?? '')).join(' ');
};

/** The input of each command of a pipeline, from what stands before it. */
export const pipelineInputs = (parts: Syntax[], context: Context): Input[] => {
  const inputs: Input[] = [];
  let names = false;
  parts.forEach((part, at) => {
    const before = parts[at - 1];
    const [program = ''] = texts(wordsOf(part, context));
    inputs.push(
      at === 0
        ? {}
        : {
            piped: true,
            text: before && printedText(before, context),
            ...(program === 'xargs' && names ? { names } : {}),
          },
    );
    if (at === 0) names = printsNames(part, context);
    else if (!filters.test(program)) names = false;
  });
  return inputs;
};
