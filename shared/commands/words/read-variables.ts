import { computedNames } from './arithmetic.ts';
import type { Context, Names, Variable } from '../context.ts';
import { isInside } from '../paths.ts';
import { printsNumber } from './prints-number.ts';
import { maySet, setNames } from './set-names.ts';
import { streamNames } from './stream-names.ts';
import type { Survey } from '../survey.ts';
import type { Syntax } from '../syntax.ts';
import type { Word } from './word.ts';

const unknown: Variable = {
  guesses: [],
  exact: false,
  numeric: false,
  inside: false,
  dashed: true,
};
class NoneKnown extends Map<string, Variable> {
  override has(): boolean {
    return true;
  }
  override get(): Variable {
    return unknown;
  }
}
/** The variables before a script was read: each may hold anything. */
export const noneKnown: ReadonlyMap<string, Variable> = new NoneKnown();

const number: Variable = { ...unknown, numeric: true, inside: true };
const empty: Variable = { guesses: [''], exact: true, numeric: true, inside: true, dashed: false };
const named = ({ rooted }: Names): Variable => ({ ...unknown, inside: true, dashed: !rooted });

const texts = (values: string[], context: Context): Variable => ({
  guesses: values,
  // A tilde expands to an unknown directory.
  exact: !values.some((text) => /(^|:)~/.test(text)),
  numeric: values.every((text) => /^-?\d{1,15}$/.test(text)),
  inside: values.every((text) => isInside(text, context.place)),
  dashed: values.some((text) => text.startsWith('-')),
});

const merged = (a: Variable, b: Variable): Variable => ({
  guesses: [...new Set([...a.guesses, ...b.guesses])].slice(0, 32),
  exact: a.exact && b.exact && a.guesses.length + b.guesses.length <= 32,
  numeric: a.numeric && b.numeric,
  inside: a.inside && b.inside,
  dashed: a.dashed || b.dashed,
});

/**
 * Returns the facts of one assignment `name=value`. Its value is not split, and its wildcards do not match.
 */
const assigned = (value: Syntax | undefined, context: Context): Variable => {
  if (!value) return empty;
  if (value.type === 'arithmetic_expansion') return number;
  const [inner, ...others] = value.children.filter((child) => child.named);
  if (value.type === 'command_substitution' && inner && others.length === 0) {
    if (printsNumber(inner, context)) return number;
  }
  if (value.type === 'array') return unknown;
  const [word, ...more] = context.readWord(value, true);
  if (!word || more.length > 0) return unknown;
  if (word.exact && word.values) return texts(word.values, context);
  const guesses = (word.values ?? []).slice(0, 8);
  return { ...unknown, guesses, inside: word.inside, dashed: word.mayDash };
};

const loopWords = (node: Syntax, context: Context): Word[] | undefined => {
  const at = node.children.findIndex((child) => child.type === 'in');
  if (at < 0) return undefined;
  return node.children
    .slice(at + 1)
    .filter((child) => child.named && child.type !== 'do_group')
    .flatMap((child) => context.readWord(child));
};

const looped = (node: Syntax, context: Context): Variable => {
  const words = loopWords(node, context);
  if (!words) return unknown;
  const values = words.flatMap((word) => word.values ?? []);
  const all = texts(values, context);
  const known = words.every((word) => word.exact && word.values);
  return {
    guesses: all.guesses.slice(0, 32),
    exact: known && all.exact && values.length <= 32 && words.every((word) => !word.splits),
    numeric: known && all.numeric,
    inside: words.every(
      (word) => word.inside || (word.exact && texts(word.values ?? ['/'], context).inside),
    ),
    dashed: all.dashed || words.some((word) => word.mayDash || word.leadingWild),
  };
};

/**
 * Returns the facts about each variable of a script. Order and branches are ignored, so each fact holds for
 * every assignment.
 */
export const readVariables = (
  root: Syntax,
  context: Context,
  { types }: Survey,
): Map<string, Variable> => {
  const variables = new Map<string, Variable>();
  const streams = types.has('while_statement')
    ? streamNames(root, context)
    : new Map<Syntax, Names>();
  const add = (name: string, next: Variable) => {
    const given = Object.hasOwn(context.environment, name) ? context.environment[name] : undefined;
    const known =
      variables.get(name) ?? (given === undefined ? undefined : texts([given], context));
    variables.set(name, known ? merged(known, next) : next);
  };
  const commandsSet = maySet(root.text);
  if (!commandsSet && !settling.some((type) => types.has(type))) return variables;
  const walk = (node: Syntax): void => {
    const [name, sign, value] = node.children;
    if (node.type === 'variable_assignment' && name && sign) {
      const next = assigned(value, context);
      const whole = name.type === 'variable_name' && sign.text === '=';
      add(/^\w*/.exec(name.text)?.[0] ?? '', whole ? next : { ...unknown, guesses: next.guesses });
    } else if (node.type === 'for_statement') {
      const loop = node.children.find((child) => child.type === 'variable_name');
      if (loop) add(loop.text, looped(node, context));
    } else if (node.type === 'command' && commandsSet) {
      const read = streams.get(node);
      for (const set of setNames(node, context)) add(set, read ? named(read) : unknown);
    } else if (node.type === 'unset_command') {
      for (const child of node.children)
        if (child.type === 'variable_name') add(child.text, unknown);
    } else if (node.type === 'declaration_command') {
      for (const child of node.children) if (child.type === 'variable_name') add(child.text, empty);
    }
    if (computes.has(node.type) || sets(node))
      for (const computed of computedNames(header(node))) add(computed, number);
    node.children.forEach(walk);
  };
  walk(root);
  return variables;
};

/** Node types that set variables, apart from commands. */
const settling = [
  'variable_assignment',
  'for_statement',
  'unset_command',
  'declaration_command',
  'arithmetic_expansion',
  'c_style_for_statement',
  '((',
];
const computes = new Set(['arithmetic_expansion', 'c_style_for_statement']);
const sets = (node: Syntax) =>
  node.type === 'compound_statement' && node.children[0]?.type === '((';
/** Returns the head of a C-style loop, without its body. */
const header = (node: Syntax): Syntax => {
  if (node.type !== 'c_style_for_statement') return node;
  const children = node.children.filter((child) => child.type !== 'do_group');
  const end = children.at(-1)?.end ?? node.end;
  return { ...node, children, text: node.text.slice(0, end - node.start) };
};
