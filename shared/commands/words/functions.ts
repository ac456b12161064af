import { nodesOf } from '../nodes-of.ts';
import type { Syntax } from '../syntax.ts';
import type { Word } from './word.ts';

/** The functions of a script that bash has certainly defined when they are called. */
export interface Functions {
  /**
   * Whether the script defines a function with this name anywhere, so that the name may not mean the program.
   */
  has(name: string): boolean;
  /** Whether a call at this offset certainly runs the function instead of a program. */
  runs(name: string, at: number): boolean;
  /**
   * Returns the words that the calls pass as `$number` to the function around `at`, or undefined if unknown.
   */
  given(number: number, at: number, readWord: (node: Syntax) => Word[]): Word[] | undefined;
  /** Drops the known words of calls after more variables became known. */
  forget(): void;
}

const nameOf = (node: Syntax) => node.children.find((child) => child.type === 'word')?.text ?? '';
const contains = (node: Syntax, at: number) => node.start <= at && at < node.end;

/** Commands that change the positional parameters of a function. */
const renumbering = /^(shift|set|source|\.|eval)$/;
/**
 * Whether words follow a redirection's target. The grammar attaches them to the redirection; bash takes them
 * as arguments of the command.
 */
const strayWords = (redirect: Syntax): boolean =>
  redirect.children.filter(
    (child) => child.named && !/^(file_descriptor|heredoc_(start|body|end))$/.test(child.type),
  ).length > (redirect.type === 'file_redirect' ? 1 : 0);

/** Returns the written name of a command. Only plain names count as calls. */
const calledName = (command: Syntax) =>
  command.children.find((child) => child.type === 'command_name')?.text ?? '';

/** The functions of a script that defines none. */
export const noFunctions: Functions = {
  has: () => false,
  runs: () => false,
  given: () => undefined,
  forget: () => undefined,
};

/**
 * Finds the functions of a script. A definition counts only if bash certainly reaches it: at the top level,
 * not in a branch, a pipe or the background. It counts for later calls, and for all calls if no call outside
 * functions precedes the definitions.
 */
export const readFunctions = (root: Syntax): Functions => {
  const definitions = nodesOf(root, /^function_definition$/);
  const count = new Map<string, number>();
  for (const node of definitions) count.set(nameOf(node), (count.get(nameOf(node)) ?? 0) + 1);
  /** By name: the end of the first definition at the top level. */
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
      // The function's own body may contain a call. During the reading, its words count as unknown.
      if (!known.has(key)) {
        known.set(key, undefined);
        known.set(key, read(nameOf(own), number, readWord));
      }
      return known.get(key);
    },
  };
};
