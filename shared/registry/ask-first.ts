import type { Ending } from '../tool/ending.ts';
import type { Arguments } from '../tool/json.ts';
import type { InvokeParts, Question } from './invoke-parts.ts';
import { unlessAborted } from './unless-aborted.ts';
import { unrun } from './unrun.ts';

export type Asked =
  { kind: 'yes' } | { kind: 'changed'; arguments: Arguments } | { kind: 'ended'; ending: Ending };

/** Puts the question of a call to the person, and waits only as long as the call is wanted. */
export async function askFirst(
  question: Question,
  parts: Pick<InvokeParts, 'ask'>,
  signal: AbortSignal,
): Promise<Asked> {
  const answer = await unlessAborted(() => parts.ask(question), signal);
  if (answer === undefined) return { kind: 'ended', ending: unrun({ kind: 'cancelled' }) };
  if (answer.answer === 'deny') {
    const reason = answer.reason ?? 'Command rejected by user';
    return { kind: 'ended', ending: unrun({ kind: 'denied', reason }) };
  }
  const changed = answer.arguments;
  // An approval is for one exact text: other arguments make another text, which is asked for anew.
  if (changed === undefined || JSON.stringify(changed) === JSON.stringify(question.arguments))
    return { kind: 'yes' };
  return { kind: 'changed', arguments: changed };
}
