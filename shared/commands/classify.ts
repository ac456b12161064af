import type { Reason } from '../tool/problem/reason.ts';
import { because } from './because.ts';
import type { Parse } from './open-parser.ts';
import type { Context, Variable } from './context.ts';
import { segment, type Segment } from './decision.ts';
import { commandPattern } from './pattern.ts';
import { judgeDifference, readTwice, refusedUnread } from './census/second-reading.ts';
import { judgeCommand } from './judges/judge-command.ts';
import { judgeStatement } from './judges/judge-statement.ts';
import { noFunctions, readFunctions } from './words/functions.ts';
import { printedNames } from './words/printed-names.ts';
import { noneKnown, readVariables } from './words/read-variables.ts';
import { readWord } from './words/read-word.ts';
import { forbiddenPrograms } from './rules/forbidden.ts';
import { actingVariables } from './rules/wrappers.ts';
import { survey, type Survey } from './survey.ts';
import type { Syntax } from './syntax.ts';
import { unseenCode } from './unseen-code.ts';
import { verdictOf, type Verdict } from './verdict.ts';
import type { Word } from './words/word.ts';
import { readWrites } from './writes/read-writes.ts';

const DEEPEST_SCRIPT = 8;

// Control characters other than newline and tab, marks that reorder text, and blanks that a shell does not
// treat as blanks: the text that a person reads differs from the text that would run.
const unseen =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

/**
 * Returns the environment of a nested script: without the variables that the outer script may have changed.
 */
const unset = (environment: Readonly<Record<string, string>>, context: Context) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !context.variables.has(name)));

/**
 * Returns a segment that asks for each command that no judge has seen, such as one in an unknown part of the
 * grammar.
 */
const unjudged = ({ acting }: Survey, seen: ReadonlySet<Syntax>): Segment[] =>
  acting
    .filter((node) => !seen.has(node))
    .map((node) => segment(node.text, 'ask', 'syntax', 'this-part-was-not-judged'));

/**
 * Returns the segments of a text that cannot be parsed. It is never allowed. A forbidden program named
 * anywhere in it makes it a denial; that only makes the answer stricter, so a search of the bare text is
 * enough.
 */
const unreadable = (text: string, reason: Reason): Segment[] => {
  const named =
    text.split(/[^\w.-]+/).find((word) => Object.hasOwn(forbiddenPrograms, word)) ??
    refusedUnread(text);
  const asked = segment(text, 'ask', 'syntax', reason);
  return named === undefined
    ? [asked]
    : [segment(text, 'deny', 'forbidden', 'stands-text-cannot-parsed', { name: named }), asked];
};

export interface ClassifyOptions {
  /** The workspace's absolute path. Without it, every absolute path is outside. */
  boundary?: string;
  /** Absolute paths of further folders that scripts may read. */
  allowed?: readonly string[];
  /** Variables that the script starts with, with their exact values. */
  environment?: Readonly<Record<string, string>>;
  /** Whether the script starts with no variables except these and the system's. */
  closed?: boolean;
}

export type Classify = (command: string, options?: ClassifyOptions) => Verdict;

/** Creates the judge of bash scripts. It reads the syntax tree and runs nothing of a script. */
export const createClassifier = (parse: Parse): Classify => {
  const judge = (
    given: string,
    options: Required<ClassifyOptions>,
    directory: string,
    depth: number,
    once = false,
    tell?: (written: Verdict['written']) => void,
  ): Segment[] => {
    const { boundary, allowed, environment, closed } = options;
    const reading = readTwice(parse, given);
    if ('unreadable' in reading) return unreadable(given, reading.unreadable);
    const { root: parsed, text: script, differs } = reading;
    const held = survey(parsed);
    const place = { boundary, allowed, directory };
    const words = new Map<Syntax, Word[]>();
    const context: Context & { variables: ReadonlyMap<string, Variable> } = {
      place,
      moveTo: (target) => {
        place.directory = target;
        words.clear();
        context.judged.clear();
      },
      seen: new Set(),
      judged: new Map(),
      variables: new Map(),
      environment,
      closed,
      functions: held.types.has('function_definition') ? readFunctions(parsed) : noFunctions,
      printsNames: (statement) =>
        printedNames(
          statement.type === 'pipeline'
            ? statement.children.filter((child) => child.named)
            : [statement],
          context,
        ),
      readWord: (node, whole) => {
        const known = whole ? undefined : words.get(node);
        const read = known ?? readWord(node, context, whole);
        if (!whole) words.set(node, read);
        return read;
      },
      judgeWords: (words, input) => judgeCommand(words, context, input),
      judgeText: (text) =>
        depth < DEEPEST_SCRIPT
          ? judge(
              text,
              { boundary, allowed, environment: unset(environment, context), closed: false },
              place.directory,
              depth + 1,
            )
          : [segment(text, 'ask', 'syntax', 'scripts-nested-too-deeply')],
      depth,
    };
    // Each pass starts from the variables that the previous one proved; the first starts from none.
    context.variables = noneKnown;
    for (let pass = 0; pass < 3 && (pass === 0 || context.variables.size > 0); pass++) {
      context.variables = readVariables(parsed, context, held);
      words.clear();
      context.functions.forget();
    }
    const segments = [...judgeStatement(parsed, context), ...unjudged(held, context.seen)];
    const code = unseenCode(parsed, script, held);
    if (code !== undefined) segments.push(segment(script, 'ask', 'syntax', code));
    if (!once && (differs !== undefined || held.broken))
      segments.push(
        ...judgeDifference(reading, {
          judgeWords: (words) => judgeCommand(words, context, {}),
          judgeText: (text) => judge(text, options, place.directory, depth, true),
        }),
      );
    if (held.broken) segments.unshift(...unreadable(script, because('command-cannot-parsed')));
    if (differs === undefined && !held.broken && !code) tell?.(readWrites(parsed, context));
    return segments;
  };
  return (
    command: string,
    { boundary = '', allowed = [], environment = {}, closed = false }: ClassifyOptions = {},
  ): Verdict => {
    const hidden = unseen.test(command)
      ? [segment(command, 'ask', 'characters', 'holds-characters-cannot-seen')]
      : [];
    const acting = Object.keys(environment)
      .filter((name) => actingVariables.test(name))
      .map((name) => segment(name, 'ask', 'variables', 'changes-what-programs-do', { name }));
    let written: Verdict['written'];
    const all = { boundary, allowed, environment, closed };
    const tell = (found: typeof written) => (written = found);
    const segments = [...hidden, ...acting, ...judge(command, all, '', 0, false, tell)];
    if (segments.length === 0) segments.push(segment(command, 'ask', 'empty', 'there-no-command'));
    // With other variables, the same words may do something else.
    const pattern =
      Object.keys(environment).length === 0 ? commandPattern(command, segments) : undefined;
    return {
      ...verdictOf(segments),
      ...(pattern === undefined ? {} : { pattern }),
      ...(written && hidden.length === 0 ? { written } : {}),
    };
  };
};
