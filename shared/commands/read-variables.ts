import type { Context, Variable } from './context.ts';
import { isInside } from './paths.ts';
import type { Syntax } from './syntax.ts';

const loopWords = (node: Syntax) => {
  const at = node.children.findIndex((child) => child.type === 'in');
  return at < 0
    ? []
    : node.children.slice(at + 1).filter((child) => child.named && child.type !== 'do_group');
};

/**
 * What each variable of a script may hold, found before anything is judged. Order and branches are
 * not followed, so a value is a guess; `inside` and `numeric` hold for every assignment there is.
 */
export const readVariables = (root: Syntax, context: Context): Map<string, Variable> => {
  const variables = new Map<string, Variable>();
  const add = (name: string, next: Variable) => {
    const known = variables.get(name);
    variables.set(
      name,
      known
        ? {
            guesses: [...known.guesses, ...next.guesses],
            numeric: known.numeric && next.numeric,
            inside: known.inside && next.inside,
          }
        : next,
    );
  };
  const unknown: Variable = { guesses: [], numeric: false, inside: false };
  const walk = (node: Syntax): void => {
    const [name, sign, value] = node.children;
    if (node.type === 'variable_assignment' && name && sign) {
      const words = value ? context.readWord(value) : [];
      const text = words.length === 1 ? words[0]?.values?.[0] : undefined;
      const number = sign.text === '=' && /^-?\d+$/.test(text ?? '');
      add(name.text, { guesses: text === undefined ? [] : [text], numeric: number, inside: false });
    }
    if (node.type === 'for_statement' && name) {
      const loop = node.children.find((child) => child.type === 'variable_name');
      const words = loopWords(node).flatMap((child) => context.readWord(child));
      const inside =
        words.length > 0 &&
        words.every(
          (word) =>
            word.inside ||
            (word.certain &&
              word.values?.every((path) => !path.startsWith('-') && isInside(path, context.place))),
        );
      const guesses = words.flatMap((word) => word.values ?? []);
      const numeric =
        guesses.length === words.length && guesses.every((text) => /^\d+$/.test(text));
      if (loop) add(loop.text, { guesses, numeric, inside });
    }
    if (
      node.type === 'command' &&
      /^(read|mapfile|readarray|getopts|printf|let)$/.test(name?.text ?? '')
    )
      for (const child of node.children.slice(1))
        add(child.text.replace(/^["']|["']$/g, ''), unknown);
    if (/^(declaration_command|unset_command)$/.test(node.type))
      for (const child of node.children)
        if (child.type === 'variable_name') add(child.text, unknown);
    node.children.forEach(walk);
  };
  walk(root);
  return variables;
};
