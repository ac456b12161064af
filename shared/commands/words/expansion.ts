import type { Reason } from '../../tool/problem/reason.ts';
import { isInside, type Place } from '../paths.ts';
import type { Syntax } from '../syntax.ts';

/** What a `$…`, backquote or process substitution may become, and what runs in it. */
export interface Expansion {
  guesses: string[] | undefined;
  /** Whether the one guess is the text itself. */
  certain?: boolean;
  /** Whether it is one of the guesses, and never another text. */
  exact?: boolean;
  /** Whether it is one word without wildcards, such as a number. */
  single?: boolean;
  /** Whether it names only files inside the workspace. */
  inside: boolean;
  /** Whether it is the directory that the script stands in. */
  here?: boolean;
  /** Whether what is inside may begin with "-". */
  dashed?: boolean;
  /** Whether it may become several words even between quotes, as `"$@"` does. */
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

/** Some number, never below zero: as a path it names a file beside the script. */
export const counted = (place: Place): Expansion => ({
  ...unknown(),
  inside: isInside('1', place),
  single: true,
  dashed: false,
});

/** Every substitution below a node: each of them runs. */
export const substitutions = (node: Syntax): Syntax[] =>
  node.type === 'command_substitution' || node.type === 'process_substitution'
    ? statements(node)
    : node.children.flatMap(substitutions);

/** The statements of a substitution. */
export const statements = (node: Syntax) => node.children.filter((child) => child.named);
