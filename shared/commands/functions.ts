import type { Syntax } from './syntax.ts';
import type { Word } from './word.ts';

/** The functions of a script, as far as bash surely has them when they are called. */
export interface Functions {
  /** Whether a function of this name is defined anywhere: a program of that name may then be another. */
  has(name: string): boolean;
  /** Whether a call at this place of the script runs the function, and not a program of its name. */
  runs(name: string, at: number): boolean;
  /** The words that all calls give the function around `at` for `$number`; undefined when not known. */
  given(number: number, at: number, readWord: (node: Syntax) => Word[]): Word[] | undefined;
}

interface Definition {
  name: string;
  node: Syntax;
}

const nameOf = (node: Syntax) => node.children.find((child) => child.type === 'word')?.text ?? '';
const all = (root: Syntax, type: RegExp): Syntax[] => {
  const found: Syntax[] = [];
  const walk = (node: Syntax): void => {
    if (type.test(node.type)) found.push(node);
    node.children.forEach(walk);
  };
  walk(root);
  return found;
};
const contains = (node: Syntax, at: number) => node.start <= at && at < node.end;

/** Programs that renumber the words of a function. */
const renumbering = /^(shift|set|source|\.|eval)$/;
/** Words after a redirection's target: the grammar gives them to the redirection, bash to the command. */
const strayWords = (redirect: Syntax): boolean =>
  redirect.children.filter(
    (child) => child.named && !/^(file_descriptor|heredoc_(start|body|end))$/.test(child.type),
  ).length > (redirect.type === 'file_redirect' ? 1 : 0);

/** A command's name as it is written; only a plain one is a call that is understood. */
const calledName = (command: Syntax) =>
  command.children.find((child) => child.type === 'command_name')?.text ?? '';

const none: Functions = { has: () => false, runs: () => false, given: () => undefined };

/**
 * A definition counts where bash surely reaches it: at the top of the script, not in a branch, a
 * pipe or the background. It counts for calls after it, or anywhere when nothing runs before it.
 */
export const readFunctions = (root: Syntax): Functions => {
  const definitions = all(root, /^function_definition$/);
  const names = new Set(definitions.map(nameOf));
  const top: Definition[] = root.children.flatMap((node, at) =>
    node.type === 'function_definition' && root.children[at + 1]?.type !== '&'
      ? [{ name: nameOf(node), node }]
      : [],
  );
  if (definitions.length === 0) return none;
  const commands = all(root, /^command$/);
  const called = new Map<string, Syntax[]>();
  for (const command of commands)
    called.set(calledName(command), [...(called.get(calledName(command)) ?? []), command]);
  const calls = (name: string) => called.get(name) ?? [];
  const outside = commands.filter(
    (command) => !definitions.some((node) => contains(node, command.start)),
  );
  const firstRun = outside
    .filter((command) => names.has(calledName(command)))
    .reduce((least, command) => Math.min(least, command.start), Number.POSITIVE_INFINITY);
  const lastEnd = top.reduce((most, { node }) => Math.max(most, node.end), 0);
  const ordered = lastEnd <= firstRun;
  const renumbers =
    commands.some((command) => renumbering.test(calledName(command))) ||
    all(root, /^(file|heredoc)_redirect$/).some(strayWords);

  return {
    has: (name) => names.has(name),
    runs: (name, at) =>
      top.some((one) => one.name === name && (ordered || one.node.end <= at)) &&
      calls(name).some((command) => command.start === at),
    given(number, at, readWord) {
      const around = definitions.filter((node) => contains(node, at));
      const [own] = around;
      if (!own || around.length > 1 || renumbers) return undefined;
      const name = nameOf(own);
      if (definitions.filter((node) => nameOf(node) === name).length > 1) return undefined;
      const given: Word[] = [];
      for (const command of calls(name)) {
        const words = command.children
          .filter((child) => child.named && !/redirect|assignment|command_name/.test(child.type))
          .flatMap(readWord);
        if (words.slice(0, number).some((word) => word.splits)) return undefined;
        const word = words[number - 1];
        if (word) given.push(word);
      }
      return given;
    },
  };
};
