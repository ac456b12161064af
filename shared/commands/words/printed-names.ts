import type { Context, Names } from '../context.ts';
import type { Syntax } from '../syntax.ts';
import type { Word } from './word.ts';

/**
 * How a program that prints file names reads its options: `flags` keep the names unchanged, `valued` take the
 * next word.
 */
interface NameRule {
  flags: RegExp;
  valued?: RegExp;
  /** Options without which the program prints something other than names. */
  needs?: RegExp;
  nul: RegExp;
  /** Whether the output is still a list of names inside the workspace with this operand. */
  operand(text: string): boolean;
}

const never = /(?!)/;
const any = () => true;

/** Rules for programs that print only names of files below their starting points. */
const rules: Readonly<Record<string, NameRule>> = {
  'git ls-files': {
    flags: /^(-[comdz]+|--(cached|others|modified|deleted|exclude-standard|full-name)|--)$/,
    nul: /^-[comd]*z[comd]*$/,
    operand: (text) => !/^:|\.\./.test(text),
  },
  'git grep': {
    flags: /^(-[lLiwFEGPz]+|--files-with-matches|--files-without-match|--)$/,
    valued: /^-e$/,
    needs: /^(-\w*[lL]\w*|--files-with.*)$/,
    nul: /^-\w*z\w*$/,
    operand: (text) => !/^:|\.\./.test(text),
  },
  'git diff': {
    flags: /^(--(name-only|cached|staged|relative|diff-filter=\w+)|-z|--)$/,
    needs: /^--name-only$/,
    nul: /^-z$/,
    operand: (text) => !/^:/.test(text),
  },
  fd: {
    flags: /^(-[HIuugips0]+|--(hidden|no-ignore|print0))$/,
    valued: /^-[etdE]$/,
    nul: /^(-\w*0\w*|--print0)$/,
    operand: (text) => !/^[/~]|\.\./.test(text),
  },
  rg: {
    flags: /^(-[liwFSsu0]+|--(files|files-with-matches|hidden|no-ignore|null|(i?glob|type)=.*))$/,
    valued: /^(-[gtTe]|--i?glob|--type)$/,
    needs: /^(-\w*l\w*|--files|--files-with-matches)$/,
    nul: /^(-\w*0\w*|--null)$/,
    operand: any,
  },
  grep: {
    flags:
      /^(-[rRilLwsnIHEFGPxvhZ]+|--(files-with-matches|recursive|ignore-case|(include|exclude|exclude-dir)=.*)|--)$/,
    valued: /^-e$/,
    needs: /^(-\w*[lL]\w*|--files-with-matches)$/,
    nul: /^-\w*Z\w*$/,
    operand: any,
  },
};

/** Actions of find that act or print something other than names. */
const findActs = /^-(printf|ls|exec.*|ok.*|fprint.*|fls|delete|files0-from)$/;

/** Options with which a filter only drops or sorts whole names. */
const filters: Readonly<Record<string, RegExp>> = {
  head: /^((-n )?-?\d+|-n\d+|--lines=-?\d+)?$/,
  tail: /^((-n )?[-+]?\d+|-n\d+|--lines=[-+]?\d+)?$/,
  sort: /^(-[urnVfz]+( -[urnVfz]+)*)?$/,
  uniq: /^(-[duiz]+)?$/,
};
const grepFilter = /^(-[vEFiPwxz]+|-e)$/;

/** Returns the words of a command if all of them are certain and only its error output is redirected. */
const textsOf = (node: Syntax, context: Context): string[] | undefined => {
  const [body, ...redirects] = node.type === 'redirected_statement' ? node.children : [node];
  if (!redirects.every((redirect) => /^2>\s*\/dev\/null$/.test(redirect.text))) return undefined;
  if (body?.type !== 'command') return undefined;
  if (body.children.some((child) => /redirect|assignment/.test(child.type))) return undefined;
  const words: Word[] = body.children
    .filter((child) => child.named)
    .flatMap((child) => context.readWord(child));
  const [first] = words;
  if (!first || context.functions.has(first.values?.[0] ?? '')) return undefined;
  if (
    !words.every(
      (word) => word.certain || (word.exact && !word.splits && word.values?.length === 1),
    )
  )
    return undefined;
  return words.map((word) => word.values?.[0] ?? '');
};

const listed = (rule: NameRule, given: string[]): Names | undefined => {
  let needed = rule.needs === undefined;
  let nul = false;
  for (let at = 0; at < given.length; at++) {
    const text = given[at] ?? '';
    if (rule.valued?.test(text)) at++;
    else if (text.startsWith('-') && !rule.flags.test(text)) return undefined;
    else if (!text.startsWith('-') && !rule.operand(text)) return undefined;
    needed = needed || (rule.needs ?? never).test(text);
    nul = nul || rule.nul.test(text);
  }
  return needed ? { nul, rooted: false } : undefined;
};

/** Returns how one command prints names and nothing else, or undefined. */
const first = (node: Syntax, context: Context): Names | undefined => {
  const [program = '', ...rest] = textsOf(node, context) ?? [];
  if (program === 'find') {
    if (rest.some((text) => findActs.test(text) || /^[/~]|\.\./.test(text))) return undefined;
    const nul = rest.includes('-print0');
    return nul && rest.includes('-print') ? undefined : { nul, rooted: true };
  }
  const [subcommand = '', ...words] = rest;
  const name = program === 'git' ? `git ${subcommand}` : program;
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  return rule && listed(rule, program === 'git' ? words : rest);
};

/** Whether a command of a pipe only drops or sorts whole names. */
const keeps = (node: Syntax, names: Names, context: Context): boolean => {
  if (node.type !== 'command') return false;
  const [program = '', ...rest] = textsOf(node, context) ?? [];
  const zero = rest.some((text) => /^-\w*z\w*$/.test(text));
  const text = rest.join(' ');
  if (/^[ef]?grep$/.test(program)) {
    const operands = rest.filter((one) => !one.startsWith('-'));
    const options = rest.filter((one) => one.startsWith('-'));
    return (
      operands.length === 1 &&
      zero === names.nul &&
      options.every((option) => grepFilter.test(option))
    );
  }
  const rule = Object.hasOwn(filters, program) ? filters[program] : undefined;
  return rule !== undefined && rule.test(text) && zero === names.nul;
};

/**
 * Returns how a pipeline prints names of files inside the workspace, or undefined if it may print anything
 * else.
 */
export const printedNames = (parts: Syntax[], context: Context): Names | undefined => {
  const [start, ...rest] = parts;
  const names = start && first(start, context);
  if (!names) return undefined;
  return rest.every((part) => keeps(part, names, context)) ? names : undefined;
};
