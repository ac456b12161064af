import type { Context } from './context.ts';
import type { Syntax } from './syntax.ts';

export interface Expansion {
  guesses: string[] | undefined;
  inside: boolean;
  nested: Syntax[];
  alarms: string[];
  /** Whether the guess is the text itself, unless word splitting takes it apart. */
  certain?: boolean;
}

const unknown = (alarms: string[] = [], nested: Syntax[] = []): Expansion => ({
  guesses: undefined,
  inside: false,
  nested,
  alarms,
});

/** Every substitution below a node: each of them runs. */
const substitutions = (node: Syntax): Syntax[] =>
  node.type === 'command_substitution' || node.type === 'process_substitution'
    ? statements(node)
    : node.children.flatMap(substitutions);

const statements = (node: Syntax) => node.children.filter((child) => child.named);

/** `$(echo text)` and `$(printf text)` say what they will be. */
const printed = (body: Syntax[], context: Context): string[] | undefined => {
  const [only, ...others] = body;
  if (only?.type !== 'command' || others.length > 0) return undefined;
  const words = only.children.flatMap((child) => context.readWord(child));
  if (!/^(echo|printf)$/.test(words[0]?.values?.[0] ?? '')) return undefined;
  const texts = words.slice(1).map((word) => word.values?.[0]);
  return texts.includes(undefined) ? undefined : [texts.join(' ')];
};

const variable = (name: string, context: Context): Expansion => {
  const known = context.variables.get(name);
  const given = Object.hasOwn(context.environment, name) ? context.environment[name] : undefined;
  if (!known && given !== undefined) {
    return { guesses: [given], certain: true, inside: false, nested: [], alarms: [] };
  }
  if (!known) return unknown();
  return {
    guesses: known.guesses.length > 0 ? known.guesses : undefined,
    inside: known.inside,
    nested: [],
    alarms: [],
  };
};

/** Operators that only choose or cut text. Others assign, look up a name, or run what they find. */
const plain = /^(:?[-+]|%%?|##?|\/\/?|\^\^?|,,?)$/;

const braced = (node: Syntax, context: Context): Expansion => {
  const inner = node.children.slice(1, -1);
  const nested = substitutions(node);
  const alarm = () => unknown([`"${node.text}" can run or change something`], nested);
  const [first, ...rest] = inner[0]?.text === '#' ? inner.slice(1) : inner;
  if (!first || !/^(variable_name|special_variable_name|subscript)$/.test(first.type))
    return alarm();
  if (first.type === 'subscript' && !/\[(\d+|@|\*)\]$/.test(first.text)) return alarm();
  const [operator, ...operands] = rest;
  if (!operator) return first.type === 'subscript' ? unknown() : variable(first.text, context);
  if (operator.text === ':') {
    return operands.every((operand) => /^[\d\s:-]+$/.test(operand.text)) ? unknown() : alarm();
  }
  if (!plain.test(operator.text)) return alarm();
  const instead = operands.flatMap((operand) => context.readWord(operand));
  const alarms = instead.flatMap((word) => word.alarms);
  const guess = /-$/.test(operator.text) ? instead[0]?.values : undefined;
  return { guesses: guess, inside: false, nested, alarms };
};

const isNumeric = (name: string, context: Context): boolean => {
  const known = context.variables.get(name);
  return known ? known.numeric : /^\d{1,15}$/.test(context.environment[name] ?? '');
};

/** Arithmetic reads a variable's text as an expression, and an index in it may run a command. */
const arithmetic = (node: Syntax, context: Context): Expansion => {
  const names: string[] = [];
  const walk = (at: Syntax): void => {
    if (at.type === 'variable_name' || at.type === 'word') names.push(at.text);
    else if (!/substitution$/.test(at.type)) at.children.forEach(walk);
  };
  walk(node);
  const nested = substitutions(node);
  const safe =
    nested.length === 0 &&
    !node.text.includes('[') &&
    names.every((name) => isNumeric(name, context));
  return unknown(safe ? [] : [`"${node.text}" computes with text that is not known`], nested);
};

/** What a `$…`, backquote or process substitution may become, and what runs in it. */
export const readExpansion = (node: Syntax, context: Context): Expansion => {
  if (node.type === 'arithmetic_expansion') return arithmetic(node, context);
  if (node.type === 'expansion') return braced(node, context);
  if (node.type === 'simple_expansion') {
    return variable(node.children.at(-1)?.text ?? '', context);
  }
  const body = statements(node);
  if (node.type === 'process_substitution') {
    const writes = node.children[0]?.text !== '<(';
    const expansion = unknown(writes ? [`"${node.text}" writes into a program`] : [], body);
    return { ...expansion, inside: !writes };
  }
  const [only, ...others] = body;
  const inside = only !== undefined && others.length === 0 && context.printsNames(only);
  return { guesses: printed(body, context), inside, nested: body, alarms: [] };
};
