import type { Context } from '../context.ts';
import { printsNumber } from './prints-number.ts';
import { actingVariables } from '../rules/wrappers.ts';
import type { Syntax } from '../syntax.ts';

const known =
  /^(binary_expression|unary_expression|postfix_expression|ternary_expression|parenthesized_expression|variable_assignment|arithmetic_expansion|compound_statement)$/;
const identifier = /^[A-Za-z_]\w*$/;
const literal = /^(0[xX][\da-fA-F]+|\d+(#\w+)?)$/;

/** Names that no program of the system sets for a script. */
const ordinary = /^[a-z][a-z\d_]*$/;

const isNumeric = (name: string, context: Context): boolean => {
  const variable = context.variables.get(name);
  if (variable) return variable.numeric;
  if (Object.hasOwn(context.environment, name))
    return /^-?\d{1,15}$/.test(context.environment[name] ?? '');
  return context.closed && ordinary.test(name);
};

/**
 * Whether an arithmetic expression contains only numbers. Bash evaluates the text of a variable as an
 * expression, and an index in it may run a command, so every variable must hold a number.
 */
export const computesNumber = (node: Syntax, context: Context): boolean => {
  if (!node.named) return !node.text.includes('[');
  switch (node.type) {
    case 'number':
      return literal.test(node.text);
    case 'word':
    case 'variable_name':
      return (
        literal.test(node.text) ||
        (identifier.test(node.text) &&
          !actingVariables.test(node.text) &&
          isNumeric(node.text, context))
      );
    case 'special_variable_name':
      return /^[#?$!]$/.test(node.text);
    case 'command_substitution': {
      const [inner, ...others] = node.children.filter((child) => child.named);
      return inner !== undefined && others.length === 0 && printsNumber(inner, context);
    }
    case 'simple_expansion':
      return node.children
        .slice(1)
        .every((child) => !/^\d/.test(child.text) && computesNumber(child, context));
    case 'expansion': {
      const [, counted, name] = /^\$\{(#?)(\w+)(?:\[@\])?\}$/.exec(node.text) ?? [];
      return name !== undefined && (counted === '#' || isNumeric(name, context));
    }
    default:
      return (
        known.test(node.type) && node.children.every((child) => computesNumber(child, context))
      );
  }
};

/** Returns the names that an expression may set, and those that it reads beside them. */
export const computedNames = (node: Syntax): string[] => {
  if (!/(^|[^=!<>])=([^=]|$)|\+\+|--/.test(node.text)) return [];
  const names: string[] = [];
  const walk = (at: Syntax): void => {
    if (/^(variable_name|word)$/.test(at.type) && identifier.test(at.text)) names.push(at.text);
    at.children.forEach(walk);
  };
  walk(node);
  return names;
};
