import type { Reason } from '../../tool/problem/reason.ts';
import { isInside, type Place } from '../paths.ts';
import type { Syntax } from '../syntax.ts';

/** The possible values of a `$…`, backquote or process substitution, and the statements that run in it. */
export interface Expansion {
  guesses: string[] | undefined;
  /** Whether the only guess is the exact text. */
  certain?: boolean;
  /** Whether the value is always one of the guesses. */
  exact?: boolean;
  /** Whether the value is one word without wildcards, such as a number. */
  single?: boolean;
  /** Whether the value names only files inside the workspace. */
  inside: boolean;
  /** Whether the value is the current directory of the script. */
  here?: boolean;
  /** Whether a value that is `inside` may begin with "-". */
  dashed?: boolean;
  /** Whether the value may become several words even in quotes, like `"$@"`. */
  list?: boolean;
  nested: Syntax[];
  alarms: Reason[];
}

export const unknown = (alarms: Reason[] = [], nested: Syntax[] = []): Expansion => ({
  guesses: undefined,
  inside: false,
  nested,
  alarms,
});

/**
 * Returns the expansion to an unknown number of at least 0. As a path, it names a file in the current
 * directory.
 */
export const counted = (place: Place): Expansion => ({
  ...unknown(),
  inside: isInside('1', place),
  single: true,
  dashed: false,
});

/** Returns the statements of all substitutions below a node. */
export const substitutions = (node: Syntax): Syntax[] =>
  node.type === 'command_substitution' || node.type === 'process_substitution'
    ? statements(node)
    : node.children.flatMap(substitutions);

/** Returns the statements of a substitution. */
export const statements = (node: Syntax) => node.children.filter((child) => child.named);
