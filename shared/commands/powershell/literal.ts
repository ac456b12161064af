import type { Syntax } from '../syntax.ts';

/** Special characters, which make the value of a word unknown. */
const acting = /[$`(){}@;|&<>"']/;

const wrappers = new Set(
  `array_literal_expression unary_expression string_literal integer_literal argument_expression
   redirected_file_name`.split(/\s+/),
);

/** Returns the values of an argument (several if it is a list), or undefined if unknown. */
export function literals(node: Syntax): string[] | undefined {
  const named = node.children.filter(
    (child) => child.named && child.type !== 'command_argument_sep',
  );
  switch (node.type) {
    case 'generic_token':
      // Bare words with commas are lists.
      return acting.test(node.text)
        ? undefined
        : node.text.split(',').filter((part) => part !== '');
    case 'decimal_integer_literal':
    case 'hexadecimal_integer_literal':
    case 'real_literal':
      return [node.text];
    case 'verbatim_string_characters':
      return [node.text.slice(1, -1).replaceAll("''", "'")];
    case 'expandable_string_literal':
      if (named.length > 0 || /[$`]/.test(node.text)) return undefined;
      return [node.text.slice(1, -1).replaceAll('""', '"')];
  }
  if (!wrappers.has(node.type) || named.length === 0) return undefined;
  const parts = named.map(literals);
  return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? []);
}
