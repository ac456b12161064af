import { redirectWords } from '../judges/judge-redirect.ts';
import type { Syntax } from '../syntax.ts';
import type { Census } from './scan.ts';

/** The offsets at which one reading of a script finds each kind of part. */
interface Reading {
  names: Set<number>;
  /** Assignments before a command name, or without one. */
  assignments: Set<number>;
  words: Set<number>;
  redirects: Set<number>;
  operators: Set<number>;
  endings: Set<number>;
}

const empty = (): Reading => ({
  names: new Set(),
  assignments: new Set(),
  words: new Set(),
  redirects: new Set(),
  operators: new Set(),
  endings: new Set(),
});

const isRedirect = (node: Syntax) => /^(file|heredoc|herestring)_redirect$/.test(node.type);
const isSeparator = /^(;;&|;;|;&|;|\|\||\|&|\||&&|&)$/;
/** Node types in which `|` and `&` separate no commands. */
const holdsSigns =
  /^(test_command|arithmetic_expansion|expansion|extglob_pattern|regex|binary_expression|c_style_for_statement)$/;
const isArithmetic = (node: Syntax) =>
  node.type === 'compound_statement' && node.children[0]?.type === '((';

/** Returns the words that the grammar attaches to a redirection and bash to the command. */
const strayWords = (redirect: Syntax): Syntax[] => redirectWords(redirect).slice(1);

const readTree = (root: Syntax, script: string): Reading => {
  const reading = empty();
  /** Handles most commands: a sequence of words and nothing else. Returns false for any other command. */
  const countPlain = (node: Syntax): boolean => {
    for (const { type } of node.children)
      if (type !== 'word' && type !== 'command_name' && type !== 'number') return false;
    const [name] = node.children;
    if (name) reading.names.add(name.start);
    for (const { start } of node.children) reading.words.add(start);
    return true;
  };
  const count = (parts: Syntax[]): void => {
    const words = parts.filter((part) => part.type !== 'comment').sort((a, b) => a.start - b.start);
    for (const part of words) reading.words.add(part.start);
    const name = words.find((part) => part.type !== 'variable_assignment');
    if (name) reading.names.add(name.start);
  };
  const partsOf = (node: Syntax): Syntax[] =>
    node.children.flatMap((child) => (isRedirect(child) ? strayWords(child) : [child]));
  const walk = (node: Syntax, counted: boolean, signs: boolean, declared = false): void => {
    const [first, ...rest] = node.children;
    if (node.type === 'redirected_statement' && first) {
      const outer = node.children.filter(isRedirect).flatMap(strayWords);
      if (first.type === 'command' || isRedirect(first))
        count([...(first.type === 'command' ? partsOf(first) : []), ...outer]);
      else outer.forEach((word) => reading.words.add(word.start));
      walk(first, first.type === 'command', signs);
      for (const child of rest) walk(child, false, signs);
      return;
    }
    if (node.type === 'command' && !counted) {
      if (!countPlain(node)) count(partsOf(node));
    } else if (/^(declaration|unset)_command$/.test(node.type)) count(partsOf(node));
    else if (node.type === 'test_command' || isArithmetic(node)) {
      reading.names.add(node.start);
      reading.words.add(node.start);
    } else if (node.type === 'variable_assignment') {
      if (!signs) reading.words.add(node.start);
      if (!signs && !declared) reading.assignments.add(node.start);
    } else if (isRedirect(node)) {
      const operator = node.children.find((child) => /^[<>&]/.test(child.type));
      reading.redirects.add(operator?.start ?? node.start);
    } else if (node.type === 'heredoc_end')
      reading.endings.add(script.lastIndexOf('\n', node.start - 1) + 1);
    else if (!signs && !node.named && isSeparator.test(node.type))
      reading.operators.add(node.start);
    const inner = holdsSigns.test(node.type) || isArithmetic(node);
    const commands = /^(command_substitution|process_substitution|do_group)$/.test(node.type);
    let hidden = commands ? false : signs || inner;
    for (const child of node.children) {
      if (child.type === '))') hidden = signs;
      walk(child, false, hidden, node.type === 'declaration_command');
    }
  };
  walk(root, false, false);
  return reading;
};

const readCensus = (census: Census, script: string): Reading => {
  const reading = empty();
  for (const { words, name } of census.commands) {
    if (name) reading.names.add(name.start);
    const isTest = name && /^\[\[?$/.test(script.slice(name.start, name.end));
    for (const word of words)
      if (!name || word.start < name.start) reading.assignments.add(word.start);
    for (const word of words)
      if (!isTest || word.start <= name.start) reading.words.add(word.start);
  }
  census.redirects.forEach(({ start }) => reading.redirects.add(start));
  census.operators.forEach((at) => reading.operators.add(at));
  census.endings.forEach((at) => reading.endings.add(at));
  return reading;
};

const difference = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): T | undefined => {
  for (const each of one) if (!other.has(each)) return each;
  for (const each of other) if (!one.has(each)) return each;
  return undefined;
};

/** Returns the first offset at which the tree and the census differ, or undefined if they agree. */
export const disagreement = (root: Syntax, census: Census, script: string): number | undefined => {
  const [doubtful] = census.doubts;
  if (doubtful !== undefined) return doubtful;
  const tree = readTree(root, script);
  const counted = readCensus(census, script);
  for (const part of [
    'names',
    'assignments',
    'words',
    'redirects',
    'operators',
    'endings',
  ] as const) {
    const at = difference(tree[part], counted[part]);
    if (at !== undefined) return at;
  }
  return undefined;
};
