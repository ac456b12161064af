import type { KeptSignIn } from './kept-sign-ins.ts';

/** Where and for which scope to sign in, as a refused request says. */
export interface Challenge {
  resourceMetadataUrl?: URL;
  scope?: string;
  /** `insufficient_scope`: the token lacks a permission (RFC 6750, section 3.1). */
  error?: string;
}

/** Splits a scope into its words, of which there may be none. */
export const wordsOf = (scope: string | undefined): string[] =>
  (scope ?? '').split(' ').filter(Boolean);

/**
 * Returns the request for a sign-in after a refusal. The scope that one call lacks is added to the scopes that were
 * requested before, which the new token would otherwise lose. Source: MCP, Step-Up Authorization Flow.
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

/**
 * Combines two refusals. The scope that a call lacked is still lacking when another call is refused for another
 * reason.
 */
export function afterRefusal(before: Challenge | undefined, said: Challenge): Challenge {
  if (before?.error !== 'insufficient_scope' || said.error === before.error) return said;
  const { resourceMetadataUrl } = said;
  return resourceMetadataUrl ? { ...before, resourceMetadataUrl } : before;
}

/** Returns what stays valid of a refusal after a sign-out: not the scope that a single call lacked. */
export function afterSignOut(said: Challenge): Challenge {
  const { error, resourceMetadataUrl } = said;
  if (error !== 'insufficient_scope') return said;
  return resourceMetadataUrl ? { resourceMetadataUrl } : {};
}
