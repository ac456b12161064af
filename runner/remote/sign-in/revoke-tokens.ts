import { serverFault, type ServerFaultKey } from '../../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';
import type { FetchProcesses } from '../address-fetch.ts';
import { allowedFor, flowFetch } from './flow-fetch.ts';
import { clientInfo, type KeptSignIn } from './kept-sign-ins.ts';
import type { SignInSteps } from './sign-in-steps.ts';

/** The parts that a revocation needs. */
export interface RevokeGround {
  processes: FetchProcesses;
  steps: SignInSteps;
}

/**
 * Asks the authorization server to revoke the tokens (RFC 7009), the refresh token first. Returns the first reason
 * why they may still work. Sends nothing to an address that the person did not allow for the sign-in. Never
 * rejects.
 */
export async function revokeTokens(
  kept: KeptSignIn,
  ground: RevokeGround,
): Promise<ServerFault | undefined> {
  const { tokens, discovery } = kept;
  if (!tokens || !discovery) return undefined;
  let why: Why | undefined;
  try {
    const told = discovery.authorizationServerMetadata as Record<string, unknown> | undefined;
    const endpoint = told?.revocation_endpoint;
    if (typeof endpoint === 'string' && URL.canParse(endpoint))
      why = await revokeAt(endpoint, kept, ground);
    else why = { key: 'sign-in:unrevoked-nowhere' };
  } catch (error) {
    why = whyOf(error);
  }
  if (why === undefined) return undefined;
  const named = discovery.authorizationServerUrl;
  const address = URL.canParse(named) ? new URL(named).origin : named.slice(0, 300);
  return serverFault(why.key, { address, ...why.values });
}

/** Why tokens may still work, without the server's name. */
interface Why {
  key: ServerFaultKey;
  values?: ServerFault['values'];
}

async function revokeAt(
  endpoint: string,
  kept: KeptSignIn,
  { processes, steps }: RevokeGround,
): Promise<Why | undefined> {
  const { url, allowed, tokens } = kept;
  const flow: Parameters<typeof flowFetch>[0]['flow'] = { needs: new Set() };
  const send = flowFetch({ processes, steps, flow, isAllowed: allowedFor(url, allowed) });
  const { headers, fields } = await authenticated(kept);
  let why: Why | undefined;
  for (const hint of ['refresh_token', 'access_token'] as const) {
    const token = tokens?.[hint];
    if (token === undefined) continue;
    const body = new URLSearchParams({ token, token_type_hint: hint, ...fields });
    // A server that does not revoke one kind of token (`unsupported_token_type`) may revoke the other.
    try {
      const { ok, status } = await send(endpoint, { method: 'POST', headers, body });
      if (!ok) why ??= { key: 'sign-in:unrevoked-status', values: { status } };
    } catch (error) {
      why ??= flow.needs.size > 0 ? { key: 'sign-in:unrevoked-not-allowed' } : whyOf(error);
    }
  }
  return why;
}

/** Authenticates the client as the SDK does at the token endpoint (RFC 6749, section 2.3.1). */
async function authenticated(
  kept: KeptSignIn,
): Promise<{ headers: Record<string, string>; fields: Record<string, string> }> {
  const info = clientInfo(kept) ?? { client_id: '' };
  const { client_id: id, client_secret: secret } = info;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  if (typeof secret !== 'string') return { headers, fields: { client_id: id } };
  const told = kept.discovery?.authorizationServerMetadata as Record<string, unknown> | undefined;
  const ways =
    told?.revocation_endpoint_auth_methods_supported ?? told?.token_endpoint_auth_methods_supported;
  const sdk = await import('@modelcontextprotocol/client');
  const method = sdk.selectClientAuthMethod(
    { ...info, client_secret: secret },
    Array.isArray(ways) ? ways.map(String) : [],
  );
  if (method !== 'client_secret_basic')
    return { headers, fields: { client_id: id, client_secret: secret } };
  const Authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  return { headers: { ...headers, Authorization }, fields: {} };
}

const whyOf = (error: unknown): Why => {
  const why = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  return { key: 'sign-in:unrevoked', values: { why } };
};
