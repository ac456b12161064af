import type { Approval } from '../../protocol/events.ts';
import type { Reason } from '../../tool/problem/reason.ts';
import type { BashToolSettings } from '../../protocol/settings.ts';

/** The judgement of a call before it runs: whether it may run, why not, and each part. */
export interface Judgement {
  decision: 'allow' | 'ask' | 'deny';
  /** Strictest first. */
  reasons: Reason[];
  segments: NonNullable<Approval['segments']>;
  /** Whether the program runs in a sandbox. Without one, no setting lets a call run without approval. */
  boxed?: boolean;
  /** The exact final text for the approval; by default the tool's signature of the call. */
  text?: string;
  /** The rule that covers calls like this one. It uses the real paths, which the arguments lack. */
  rule?: string;
  /** The language of the shell that runs it, if any. */
  shell?: string;
  /** The first words of a command, such as `npm test *`: the rule for commands like it. */
  pattern?: string;
  /** The real path of the folder that the command works in, to which an approval of the pattern is limited. */
  folder?: string;
  /** Whether the code stays in a sandbox without permissions, with any arguments. */
  sealed?: boolean;
  /** Whether the person's policy `auto` skips the question. */
  waivable?: boolean;
  /**
   * The only folders that it may write in, relative to the folder of files; nothing else is writable. Absent
   * if they cannot be determined: then that whole folder is writable.
   */
  writes?: string[];
  /** Whether an answer may hold for more than this call. True by default. */
  remember?: boolean;
}

/**
 * The most parts of a question: nobody reads more, and a script of thousands of commands must not make
 * megabytes.
 */
const MOST_SEGMENTS = 300;
const MOST_REASONS = 20;

/** The judgement for a question. If not all parts fit, the most important ones come first. */
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
 * Whether the person's list of trusted programs covers these commands. A program counts if the command uses
 * its plain name and nothing else in that part is in question. Forbidden commands never get here.
 */
export function isTrusted(
  segments: Judgement['segments'],
  bash: BashToolSettings | undefined,
): boolean {
  if (bash === undefined) return false;
  if (!bash.confirmDangerousCommands) return true;
  const listed = new Set(bash.dangerousCommandWhitelist);
  const asking = segments.filter(({ decision }) => decision !== 'allow');
  // A question about the whole script has no parts to compare.
  if (asking.length === 0) return false;
  return asking.every(({ text, decision, rule }) => {
    if (decision !== 'ask') return false;
    // A part of two words, such as "git commit", is its own rule.
    if (rule !== 'unknown') return rule.includes(' ') && listed.has(rule);
    return listed.has(/^[\w.+-]+(?=\s|$)/.exec(text)?.[0] ?? '');
  });
}
