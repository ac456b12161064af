import type { KeptSignIn } from './kept-sign-ins.ts';

/** What a refusal said of where to sign in, and for what. */
export interface Challenge {
  resourceMetadataUrl?: URL;
  scope?: string;
  /** `insufficient_scope`: who is signed in may not do this (RFC 6750, section 3.1). */
  error?: string;
}

/** The words of a scope, of which there may be none. */
export const wordsOf = (scope: string | undefined): string[] =>
  (scope ?? '').split(' ').filter(Boolean);

/**
 * What to sign in with after a refusal. One that says what a call lacks does not say what all others need: it comes on
 * top of what was asked for before, which the new token would lose. Source: MCP, Step-Up Authorization Flow.
 */
export function wantedAfter(
  { error, scope, resourceMetadataUrl }: Challenge,
  { asked, tokens }: KeptSignIn,
): Omit<Challenge, 'error'> {
  const before = error === 'insufficient_scope' ? wordsOf(asked ?? tokens?.scope) : [];
  const wanted = [...new Set([...before, ...wordsOf(scope)])].join(' ');
  return {
    ...(resourceMetadataUrl ? { resourceMetadataUrl } : {}),
    ...(wanted === '' ? {} : { scope: wanted }),
  };
}

/** What holds of two refusals. What a call lacked is still lacking when another is refused for another reason. */
export function afterRefusal(before: Challenge | undefined, said: Challenge): Challenge {
  if (before?.error !== 'insufficient_scope' || said.error === before.error) return said;
  const { resourceMetadataUrl } = said;
  return resourceMetadataUrl ? { ...before, resourceMetadataUrl } : before;
}

/** What still holds of a refusal once nobody is signed in: not what a single call lacked. */
export function afterSignOut(said: Challenge): Challenge {
  const { error, resourceMetadataUrl } = said;
  if (error !== 'insufficient_scope') return said;
  return resourceMetadataUrl ? { resourceMetadataUrl } : {};
}
