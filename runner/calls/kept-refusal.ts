import type { KeptDecision } from '../../shared/protocol/decisions.ts';
import type { Grants, Known } from '../store/grants.ts';

/** What a model is told of a call that the person refused beforehand. */
export const refusalText = ({ covers, rule }: KeptDecision): string =>
  covers === 'rule'
    ? `The person refused "${rule}" for longer than once`
    : 'The person refused this call for longer than once';

/** Why the person refused calls like this one for longer than once, also where nothing would be asked. */
export async function keptRefusal(
  grants: Grants,
  known: Omit<Known, 'text'>,
  text: () => Promise<string | undefined>,
  toolHash: string,
): Promise<string | undefined> {
  if (!grants.mayDeny(known.tool)) return undefined;
  const kept = grants.find({ ...known, text: (await text()) ?? '' }, toolHash);
  return kept?.answer === 'deny' ? refusalText(kept) : undefined;
}
