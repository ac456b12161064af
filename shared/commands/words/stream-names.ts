import { nodesOf } from '../nodes-of.ts';
import { printedNames } from './printed-names.ts';
import { setNames, wordsOf } from './set-names.ts';
import type { Context, Names } from '../context.ts';
import type { Syntax } from '../syntax.ts';

/** Programs that do not read standard input, so that a loop can read names from it. */
const quiet =
  /^(echo|printf|true|false|:|\[|test|basename|dirname|continue|break|return|exit|local|pwd|date)$/;
/** Programs that do not read standard input if they get a file. */
const readers =
  /^(cat|head|tail|wc|nl|sort|uniq|file|stat|cut|md5sum|sha1sum|sha256sum|du|ls|rev|tac|od|cksum)$/;

const zeroEnded = new Set(['["-r","-d",""]', '["-rd",""]', '["-d","","-r"]']);

/**
 * Whether a `read` keeps each name whole: only `read -r name` does, or `read -r -d '' name` if NUL ends the
 * names.
 */
const readsWhole = (command: Syntax, names: Names, context: Context): boolean => {
  const words = wordsOf(command, context);
  if (!words.every((word) => word.certain && !word.splits)) return false;
  const given = words.map((word) => word.values?.[0] ?? '');
  const options = JSON.stringify(given.slice(1, -1));
  const separators = command.children.filter((child) => child.type === 'variable_assignment');
  if (separators.some((child) => child.text !== 'IFS=')) return false;
  if (command.children.some((child) => /redirect/.test(child.type))) return false;
  if (!/^[A-Za-z_]\w*$/.test(given.at(-1) ?? '')) return false;
  return names.nul ? zeroEnded.has(options) : options === '["-r"]';
};

/** Whether a command in such a loop leaves the stream unread. */
const leavesInput = (
  command: Syntax,
  fed: ReadonlySet<Syntax>,
  names: ReadonlySet<string>,
  context: Context,
): boolean => {
  if (fed.has(command)) return true;
  const words = wordsOf(command, context);
  const program = words[0]?.certain ? (words[0].values?.[0] ?? '') : '';
  if (context.functions.has(program)) return false;
  if (quiet.test(program)) return true;
  const operands = words
    .slice(1)
    .filter((word) => !word.splits && !/^-|^\/dev\//.test(word.values?.[0] ?? word.prefix));
  return (
    readers.test(program) &&
    operands.some((word) => word.inside || names.has(/^"\$(\w+)"$/.exec(word.source)?.[1] ?? ''))
  );
};

/** Returns the commands that do not read the loop's input: later commands of a pipe, and redirected ones. */
const fedElsewhere = (stage: Syntax): Set<Syntax> => {
  const fed = new Set<Syntax>();
  for (const pipeline of nodesOf(stage, /^pipeline$/))
    for (const part of pipeline.children.filter((child) => child.named).slice(1))
      if (part.type === 'command') fed.add(part);
  for (const redirected of nodesOf(stage, /^redirected_statement$/)) {
    const [body] = redirected.children;
    const feeds = redirected.children.some(
      (child) => child.type === 'file_redirect' && child.children[0]?.type === '<',
    );
    if (feeds && body?.type === 'command') fed.add(body);
  }
  for (const command of nodesOf(stage, /^command$/))
    if (command.children.some((child) => child.type === 'herestring_redirect')) fed.add(command);
  return fed;
};

/** Returns the variables that are set by anything other than `read`. */
const assignedNames = (root: Syntax): Set<string> =>
  new Set(
    nodesOf(root, /^(variable_assignment|for_statement)$/).flatMap((node) =>
      node.children.map((child) => /^\w*/.exec(child.text)?.[0] ?? ''),
    ),
  );

/** Whether a `read` gets its input from a pipe or redirection inside the body. */
const readsElsewhere = (body: Syntax, reads: readonly Syntax[]): boolean =>
  nodesOf(body, /^(pipeline|redirected_statement)$/).some((outer) =>
    reads.some((read) => outer.start <= read.start && read.end <= outer.end),
  );

/**
 * Returns the `read` commands that read whole names of files, and how those names are printed: in loops after
 * a pipe or before `< <(…)` in which nothing else reads the stream.
 */
export const streamNames = (root: Syntax, context: Context): Map<Syntax, Names> => {
  const found = new Map<Syntax, Names>();
  let assigned: ReadonlySet<string> | undefined;
  const stage = (body: Syntax, names: Names): void => {
    const commands = nodesOf(body, /^command$/);
    const reads = commands.filter((one) =>
      /^read$/.test(one.children.find((child) => child.type === 'command_name')?.text ?? ''),
    );
    const fed = fedElsewhere(body);
    const others = commands.filter((one) => !reads.includes(one));
    if (readsElsewhere(body, reads)) return;
    if (!reads.every((one) => readsWhole(one, names, context))) return;
    const taken = new Set(reads.map((one) => one.children.at(-1)?.text ?? ''));
    if (others.some((one) => setNames(one, context).some((name) => taken.has(name)))) return;
    assigned ??= assignedNames(root);
    if ([...taken].some((name) => assigned?.has(name))) return;
    if (!others.every((one) => leavesInput(one, fed, taken, context))) return;
    if (nodesOf(body, /^(function_definition|subshell)$/).length > 0) return;
    // A name with a line feed is read as two names, and the second may begin with anything.
    for (const one of reads) found.set(one, { nul: names.nul, rooted: names.nul && names.rooted });
  };
  const walk = (node: Syntax): void => {
    if (node.type === 'pipeline') {
      const parts = node.children.filter((child) => child.named);
      const body = parts.at(-1);
      const names = printedNames(parts.slice(0, -1), context);
      if (names && body && /^(while_statement|compound_statement)$/.test(body.type))
        stage(body, names);
    }
    if (node.type === 'redirected_statement' && node.children.length === 2) {
      const [body, redirect] = node.children;
      const source = redirect?.type === 'file_redirect' ? redirect.children : [];
      const [inner, ...more] = (source[1]?.children ?? []).filter((child) => child.named);
      const feeds =
        source.length === 2 &&
        source[0]?.type === '<' &&
        source[1]?.type === 'process_substitution';
      const parts =
        inner?.type === 'pipeline'
          ? inner.children.filter((one) => one.named)
          : inner
            ? [inner]
            : [];
      const names = feeds && more.length === 0 ? printedNames(parts, context) : undefined;
      if (names && body?.type === 'while_statement') stage(body, names);
    }
    node.children.forEach(walk);
  };
  walk(root);
  return found;
};
