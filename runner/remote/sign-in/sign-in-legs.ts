import { serverFault } from '../../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';
import { HIDDEN } from './hide-secrets.ts';
import type { SignInFlow } from './sign-in-flow.ts';

type AuthOptions = Parameters<(typeof import('@modelcontextprotocol/client'))['auth']>[1];

/** Runs one part of the SDK's flow; returns the fault if it failed. */
export async function authorize(
  flow: SignInFlow,
  options: AuthOptions,
): Promise<ServerFault | undefined> {
  const sdk = await import('@modelcontextprotocol/client');
  try {
    await sdk.auth(flow, { ...options, fetchFn: flow.fetch, forceReauthorization: true });
    return flow.flow.fault;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return flow.flow.fault ?? serverFault('sign-in:broken', { why: why.slice(0, 500) });
  }
}

/**
 * Returns the fault of a denial, after a check of the issuer, because the denial may come from another server (RFC
 * 9207, section 2.4).
 */
export async function denied(
  { discovery }: SignInFlow,
  said: URLSearchParams,
  iss: string | undefined,
): Promise<ServerFault> {
  const sdk = await import('@modelcontextprotocol/client');
  const metadata = discovery?.authorizationServerMetadata;
  try {
    sdk.validateAuthorizationResponseIssuer({
      ...{ iss, expectedIssuer: metadata?.issuer },
      issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
    });
  } catch {
    return serverFault('sign-in:broken', { why: 'another authorization server answered' });
  }
  const why = [said.get('error'), said.get('error_description')].filter(Boolean).join(': ');
  return serverFault('sign-in:denied', { why: why.slice(0, 300) || 'no code came' });
}

/** Returns the returned fields; the reason of a denial is shown only if its issuer is known. */
export function broughtBack(said: URLSearchParams, fault: ServerFault | undefined): string {
  const shown = fault?.values.reason === 'denied' ? ['iss', 'error', 'error_description'] : ['iss'];
  const lines = [...said].map(([name, value]) =>
    ['code', 'state'].includes(name)
      ? `${name}=${HIDDEN}`
      : shown.includes(name)
        ? `${name}=${value}`
        : name,
  );
  return lines.join('\n');
}
