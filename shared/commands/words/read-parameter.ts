import { because } from '../because.ts';
import type { Context } from '../context.ts';
import { counted, type Expansion, substitutions, unknown } from './expansion.ts';
import { isInside } from '../paths.ts';
import type { Syntax } from '../syntax.ts';

const ordinary = /^[a-z][a-z\d_]*$/;

const exactly = (texts: string[], context: Context): Expansion => ({
  guesses: texts,
  exact: true,
  inside: texts.every((text) => isInside(text, context.place)),
  dashed: texts.some((text) => text.startsWith('-')),
  nested: [],
  alarms: [],
});

/**
 * Returns the value of a positional parameter such as `$1`: the words that the calls of the function pass.
 */
const positional = (number: number, at: number, context: Context): Expansion => {
  const words = context.functions.given(number, at, (node) => context.readWord(node));
  if (!words) return unknown();
  if (words.every((word) => word.certain && word.values && !word.splits))
    return exactly(words.flatMap((word) => word.values ?? []).concat(''), context);
  const inside = words.every(
    (word) =>
      word.inside || (word.certain && word.values?.every((text) => isInside(text, context.place))),
  );
  const dashed = words.some((word) => word.mayDash || word.prefix.startsWith('-'));
  return { ...unknown(), inside, dashed };
};

const named = (name: string, at: number, context: Context): Expansion => {
  if (/^[1-9]$/.test(name)) return positional(Number(name), at, context);
  if (/^[#?$!]$/.test(name)) return counted(context.place);
  if (/^[@*]$/.test(name)) return { ...unknown(), list: true };
  const known = context.variables.get(name);
  if (known) {
    const { guesses, exact, inside, dashed, numeric } = known;
    const texts = guesses.length > 0 ? guesses : undefined;
    return { guesses: texts, exact, inside, dashed, single: numeric, nested: [], alarms: [] };
  }
  if (Object.hasOwn(context.environment, name))
    return { ...exactly([context.environment[name] ?? ''], context), certain: true };
  const inside = name === 'PWD' && isInside('.', context.place);
  return inside ? { ...unknown(), inside, here: true, dashed: false } : unknown();
};

/** Operators that only select or cut text. Others assign, look up a name, or run a command. */
const plain = /^(:?[-+]|%%?|##?|\/\/?|\^\^?|,,?)$/;

/** Returns the value of `${name:-text}` and `${name-text}`. */
const withDefault = (
  own: Expansion,
  name: string,
  operands: Syntax[],
  context: Context,
): Expansion => {
  const words = operands.flatMap((operand) => context.readWord(operand));
  const [word, ...more] = words;
  const rest = {
    nested: words.flatMap((one) => one.nested),
    alarms: words.flatMap((one) => one.alarms),
  };
  if (more.length > 0) return { ...unknown(), ...rest };
  if (own.certain && own.guesses?.[0] !== '') return { ...own, ...rest };
  // If the variable is set but empty, `:-` selects the default and `-` the empty text.
  const texts = word ? (word.values ?? []) : [''];
  const unset = context.closed && ordinary.test(name) && !context.variables.has(name);
  const exact = (word?.exact ?? true) && (unset || own.certain === true || own.exact === true);
  if (!exact) return { guesses: word?.values, inside: false, ...rest };
  const kept = own.exact ? (own.guesses ?? []) : [];
  return { ...exactly([...kept, ...texts], context), ...rest };
};

const braced = (node: Syntax, context: Context): Expansion => {
  const inner = node.children.slice(1, -1);
  const alarm = () =>
    unknown([because('can-run-change-something', { text: node.text })], substitutions(node));
  const counts = inner[0]?.text === '#';
  const [first, ...rest] = counts ? inner.slice(1) : inner;
  if (!first || !/^(variable_name|special_variable_name|subscript)$/.test(first.type))
    return alarm();
  if (first.type === 'subscript' && !/\[(\d+|@|\*)\]$/.test(first.text)) return alarm();
  const [operator, ...operands] = rest;
  if (counts) return operator ? alarm() : counted(context.place);
  const list = /[@*]/.test(first.text);
  if (!operator)
    return first.type === 'subscript'
      ? { ...unknown(), list }
      : named(first.text, node.start, context);
  if (operator.text === ':')
    return operands.every((operand) => /^[\d\s:-]+$/.test(operand.text))
      ? { ...unknown(), list }
      : alarm();
  if (!plain.test(operator.text)) return alarm();
  if (/^:?-$/.test(operator.text) && first.type === 'variable_name')
    return withDefault(named(first.text, node.start, context), first.text, operands, context);
  const words = operands.flatMap((operand) => context.readWord(operand));
  const guesses = /-$/.test(operator.text) ? words[0]?.values : undefined;
  const alarms = words.flatMap((word) => word.alarms);
  return { guesses, inside: false, list, nested: substitutions(node), alarms };
};

/** Returns the possible values of `$name`, and of `${name}` with its operators. */
export const readParameter = (node: Syntax, context: Context): Expansion =>
  node.type === 'expansion'
    ? braced(node, context)
    : named(node.children.at(-1)?.text ?? '', node.start, context);
