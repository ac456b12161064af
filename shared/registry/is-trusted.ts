import type { BashToolSettings } from '../protocol/settings.ts';
import type { Judgement } from './invoke-parts.ts';

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
  return segments
    .filter(({ decision }) => decision !== 'allow')
    .every(({ text, decision, rule }) => {
      if (decision !== 'ask') return false;
      // A part of two words, such as "git commit", is its own rule.
      if (rule !== 'unknown') return rule.includes(' ') && listed.has(rule);
      return listed.has(/^[\w.+-]+(?=\s|$)/.exec(text)?.[0] ?? '');
    });
}
