import type { Approval } from '../protocol/events.ts';
import type { Reason } from '../tool/reason.ts';
import type { BashToolSettings } from '../protocol/settings.ts';

/** What a call would do, found before it runs: may it run, why not, and part by part. */
export interface Judgement {
  decision: 'allow' | 'ask' | 'deny';
  /** Strictest first. */
  reasons: Reason[];
  segments: NonNullable<Approval['segments']>;
  /** Whether what runs is kept in a box: without one, no setting makes a call run unasked. */
  boxed?: boolean;
  /** The exact final text that the person is shown; the tool's signature of the call otherwise. */
  text?: string;
  /** The rule that covers calls like this one; it knows the real paths, which the arguments do not. */
  rule?: string;
  /** The language of the shell that runs it, where one does. */
  shell?: string;
  /** The first words of a command that is asked for, such as `npm test *`: the rule of calls like it. */
  pattern?: string;
  /** Whether whatever the code does stays in a sandbox without rights, with any arguments. */
  sealed?: boolean;
  /** Whether a policy of `auto`, which the person chose, spares the question. */
  waivable?: boolean;
  /**
   * The only folders that it may write in, relative to the folder of files: it runs where everything else
   * cannot be written. Absent where that cannot be told; it may then write everywhere in that folder.
   */
  writes?: string[];
  /** Whether an answer may hold for longer than once; it may where nothing is said. */
  remember?: boolean;
}

/** More than a person reads; a script of thousands of commands must not make a question of megabytes. */
const MOST_SEGMENTS = 300;
const MOST_REASONS = 20;

/** The judgement as a person is shown it: the parts that have to be seen first where not all fit. */
export function shownJudgement(judgement: Judgement): Pick<Judgement, 'reasons' | 'segments'> {
  const plain = judgement.segments.map(({ text, decision, rule, reason }) => ({
    ...{ text, decision, rule, reason },
  }));
  const segments =
    plain.length <= MOST_SEGMENTS
      ? plain
      : plain.filter(({ decision }) => decision !== 'allow').slice(0, MOST_SEGMENTS);
  return { reasons: judgement.reasons.slice(0, MOST_REASONS), segments };
}

/**
 * Whether the person said beforehand that commands like these need not be asked for. A program of the
 * list counts where it stands by its plain name and nothing else about the part is in question; what
 * is forbidden never comes here.
 */
export function isTrusted(
  segments: Judgement['segments'],
  bash: BashToolSettings | undefined,
): boolean {
  if (bash === undefined) return false;
  if (!bash.confirmDangerousCommands) return true;
  const listed = new Set(bash.dangerousCommandWhitelist);
  const asking = segments.filter(({ decision }) => decision !== 'allow');
  // What is asked for as a whole has no part that could be listed.
  if (asking.length === 0) return false;
  return asking.every(({ text, decision, rule }) => {
    if (decision !== 'ask') return false;
    // A part of two words, such as "git commit", is its own rule.
    if (rule !== 'unknown') return rule.includes(' ') && listed.has(rule);
    return listed.has(/^[\w.+-]+(?=\s|$)/.exec(text)?.[0] ?? '');
  });
}
