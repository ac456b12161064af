import type { Context } from '../context.ts';
import type { Syntax } from '../syntax.ts';

/** `wc` with one count and without a file, which prints a number and no name. */
const counting = /^wc\s+(-[lcwmL]|--lines|--bytes|--words|--chars)$/;

/** Whether a statement prints one number and nothing else, such as `wc -l < file`. */
export const printsNumber = (statement: Syntax, context: Context): boolean => {
  if (context.functions.has('wc')) return false;
  if (statement.type === 'redirected_statement') {
    const [body, ...redirects] = statement.children;
    const only =
      redirects.length === 1 &&
      redirects.every(
        (node) =>
          node.type === 'file_redirect' &&
          node.children[0]?.type === '<' &&
          node.children.length === 2,
      );
    return only && body?.type === 'command' && counting.test(body.text);
  }
  if (statement.type === 'pipeline') {
    const last = statement.children.at(-1);
    return last?.type === 'command' && counting.test(last.text);
  }
  if (statement.type !== 'command') return false;
  const [herestring, ...rest] = statement.children.filter(
    (child) => child.type === 'herestring_redirect',
  );
  return (
    herestring !== undefined &&
    rest.length === 0 &&
    statement.children.at(-1) === herestring &&
    counting.test(statement.text.slice(0, herestring.start - statement.start).trimEnd())
  );
};
