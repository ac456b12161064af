import { serverFault } from '../../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';
import type { FetchProcesses } from '../address-fetch.ts';
import { allowedFor, flowFetch } from './flow-fetch.ts';
import type { KeptSignIn } from './kept-sign-ins.ts';
import type { SignInSteps } from './sign-in-steps.ts';

/**
 * Asks who gave tokens to end them (RFC 7009), the one that renews first; answers why they may still work. Nothing is
 * sent to an address that the person did not allow for the sign-in.
 */
export async function revokeTokens(
  { url, allowed, tokens, discovery, client }: KeptSignIn,
  { processes, steps }: { processes: FetchProcesses; steps: SignInSteps },
): Promise<ServerFault | undefined> {
  if (!tokens || !discovery) return undefined;
  const told = discovery.authorizationServerMetadata as Record<string, unknown> | undefined;
  const endpoint = told?.revocation_endpoint;
  const address = new URL(discovery.authorizationServerUrl).origin;
  const unrevoked = (why: string) => serverFault('sign-in:unrevoked', { address, why });
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint))
    return unrevoked('it offers no revocation');
  const flow: Parameters<typeof flowFetch>[0]['flow'] = { needs: new Set() };
  const send = flowFetch({ processes, steps, flow, isAllowed: allowedFor(url, allowed) });
  const { client_id = '', client_secret }: Partial<NonNullable<typeof client>['info']> =
    client?.info ?? {};
  for (const hint of ['refresh_token', 'access_token'] as const) {
    const token = tokens[hint];
    if (token === undefined) continue;
    const body = new URLSearchParams({ token, token_type_hint: hint, client_id });
    if (typeof client_secret === 'string') body.set('client_secret', client_secret);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    try {
      const { ok, status } = await send(endpoint, { method: 'POST', headers, body });
      if (!ok) return unrevoked(`status ${status}`);
    } catch (error) {
      return unrevoked(error instanceof Error ? error.message.slice(0, 300) : String(error));
    }
  }
  return undefined;
}
