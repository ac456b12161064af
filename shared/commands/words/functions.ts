import { nodesOf } from '../nodes-of.ts';
import type { Syntax } from '../syntax.ts';
import type { Word } from './word.ts';

/** The functions of a script, as far as bash surely has them when they are called. */
export interface Functions {
  /** Whether a function of this name is defined anywhere: a program of that name may then be another. */
  has(name: string): boolean;
  /** Whether a call at this place of the script runs the function, and not a program of its name. */
  runs(name: string, at: number): boolean;
  /** The words that all calls give the function around `at` for `$number`; undefined when not known. */
  given(number: number, at: number, readWord: (node: Syntax) => Word[]): Word[] | undefined;
  /** More is known of the variables now: what calls give has to be read anew. */
  forget(): void;
}

const nameOf = (node: Syntax) => node.children.find((child) => child.type === 'word')?.text ?? '';
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

/** A script without functions. */
export const noFunctions: Functions = {
  has: () => false,
  runs: () => false,
  given: () => undefined,
  forget: () => undefined,
};

/**
 * A definition counts where bash surely reaches it: at the top of the script, not in a branch, a
 * pipe or the background. It counts for calls after it, or anywhere when nothing runs before it.
 */
export const readFunctions = (root: Syntax): Functions => {
  const definitions = nodesOf(root, /^function_definition$/);
  const count = new Map<string, number>();
  for (const node of definitions) count.set(nameOf(node), (count.get(nameOf(node)) ?? 0) + 1);
  /** Where the first definition of a name at the top of the script ends. */
  const ends = new Map<string, number>();
  root.children.forEach((node, at) => {
    if (node.type !== 'function_definition' || root.children[at + 1]?.type === '&') return;
    if (!ends.has(nameOf(node))) ends.set(nameOf(node), node.end);
  });
  const calls = new Map<string, Map<number, Syntax>>();
  let firstRun = Number.POSITIVE_INFINITY;
  let renumbers = nodesOf(root, /^(file|heredoc)_redirect$/).some(strayWords);
  const walk = (node: Syntax, inside: boolean): void => {
    if (node.type === 'command') {
      const name = calledName(node);
      if (renumbering.test(name)) renumbers = true;
      if (count.has(name)) {
        const known = calls.get(name) ?? new Map<number, Syntax>();
        calls.set(name, known.set(node.start, node));
        if (!inside) firstRun = Math.min(firstRun, node.start);
      }
    }
    for (const child of node.children) walk(child, inside || node.type === 'function_definition');
  };
  walk(root, false);
  const ordered =
    Math.max(0, ...[...ends.values()].slice(0, 10_000)) <= firstRun && ends.size < 10_000;
  const known = new Map<string, Word[] | undefined>();

  const read = (
    name: string,
    number: number,
    readWord: (node: Syntax) => Word[],
  ): Word[] | undefined => {
    const given: Word[] = [];
    for (const command of calls.get(name)?.values() ?? []) {
      const words = command.children
        .filter((child) => child.named && !/redirect|assignment|command_name/.test(child.type))
        .flatMap(readWord);
      if (words.slice(0, number).some((word) => word.splits)) return undefined;
      const word = words[number - 1];
      if (word) given.push(word);
    }
    return given;
  };

  return {
    has: (name) => count.has(name),
    forget: () => known.clear(),
    runs(name, at) {
      const end = ends.get(name);
      return end !== undefined && (ordered || end <= at) && calls.get(name)?.has(at) === true;
    },
    given(number, at, readWord) {
      const around = definitions.filter((node) => contains(node, at));
      const [own] = around;
      if (!own || around.length > 1 || renumbers || count.get(nameOf(own)) !== 1) return undefined;
      const key = `${number} ${nameOf(own)}`;
      // A call may stand in the body that asks: what it gives is not known while it is read.
      if (!known.has(key)) {
        known.set(key, undefined);
        known.set(key, read(nameOf(own), number, readWord));
      }
      return known.get(key);
    },
  };
};
