import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { serverFault } from '../../../shared/protocol/mcp/faults.ts';
import { newSecret } from '../../store/secrets.ts';
import { allowedFor, flowFetch, isSafe, notAllowed, type Flow } from './flow-fetch.ts';
import { secretsOf, type KeptSignIn } from './kept-sign-ins.ts';
import type { SignInSteps } from './sign-in-steps.ts';
import type { FetchProcesses } from '../address-fetch.ts';

type Discovery = Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0];
type ClientInfo = Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0];
type Tokens = Parameters<OAuthClientProvider['saveTokens']>[0];

export interface FlowGiven {
  url: string;
  /** The redirect address for browsers. */
  redirect: string;
  /** A manually registered client, or the address of its metadata; otherwise Lathe registers itself. */
  clientId: string | undefined;
  kept: KeptSignIn;
  processes: FetchProcesses;
  steps: SignInSteps;
}

/** One sign-in until the browser returns: the state that the SDK's flow reads and writes. */
export class SignInFlow implements OAuthClientProvider {
  readonly flow: Flow = { needs: new Set() };
  readonly fetch: ReturnType<typeof flowFetch>;
  readonly #given: FlowGiven;
  readonly #isAllowed: ReturnType<typeof allowedFor>;
  readonly #state = newSecret();
  #verifier = '';
  discovery: Discovery | undefined;
  client: ClientInfo | undefined;
  /** The address for the browser. */
  authorizeUrl: URL | undefined;
  given: Tokens | undefined;

  constructor(given: FlowGiven) {
    this.#given = given;
    const { url, redirect, clientId, kept, processes, steps } = given;
    steps.hide(this.#state, ...secretsOf(kept));
    this.#isAllowed = allowedFor(url, kept.allowed);
    this.fetch = flowFetch({ processes, steps, flow: this.flow, isAllowed: this.#isAllowed });
    const { registered } = kept;
    if (clientId !== undefined)
      this.client = {
        client_id: clientId,
        ...(registered?.id === clientId ? { client_secret: registered.secret } : {}),
      };
    else if (kept.client?.redirect === redirect) this.client = kept.client.info as ClientInfo;
  }

  get redirectUrl(): string {
    return this.#given.redirect;
  }

  get clientMetadata(): OAuthClientProvider['clientMetadata'] {
    return {
      ...{ client_name: 'Lathe', redirect_uris: [this.#given.redirect] },
      grant_types: ['authorization_code', 'refresh_token'],
      // A program on the person's machine cannot keep a secret from them. Source: RFC 8252, section 8.4.
      ...{ response_types: ['code'], token_endpoint_auth_method: 'none' },
    };
  }

  state = (): string => this.#state;
  codeVerifier = (): string => this.#verifier;
  discoveryState = (): Discovery | undefined => this.discovery;
  /** Discovery already checked that the person's client belongs to this authorization server. */
  clientInformation = (of?: { issuer: string }): ClientInfo | undefined =>
    this.client && this.#given.clientId !== undefined ? { ...of, ...this.client } : this.client;
  /** An earlier sign-in has no effect on this one. */
  tokens = (): undefined => undefined;

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
    this.#given.steps.hide(verifier);
  }

  /** Requests approval for all addresses of this sign-in at once, before the browser leaves. */
  saveDiscoveryState(found: Discovery): void {
    this.discovery = found;
    const { authorizationServerMetadata: told } = found;
    const { steps, kept, clientId } = this.#given;
    // Otherwise a server that names another authorization server later would get the secret.
    const { id, issuer: known = issuerOf(found) } = kept.registered ?? {};
    if (id !== undefined && id === clientId && known !== issuerOf(found))
      this.flow.fault ??= serverFault('sign-in:other-issuer', { known, address: issuerOf(found) });
    // Source: MCP, Authorization Security Considerations. There is no other sign of PKCE, and without it the
    // sign-in stops.
    if (told?.code_challenge_methods_supported?.includes('S256') !== true)
      this.flow.fault ??= serverFault('sign-in:no-pkce', {
        address: new URL(found.authorizationServerUrl).origin,
      });
    const endpoints = [told?.token_endpoint, this.client ? undefined : told?.registration_endpoint];
    for (const endpoint of endpoints) {
      if (endpoint === undefined) continue;
      const { origin } = new URL(endpoint);
      if (!isSafe(new URL(endpoint)))
        this.flow.fault ??= serverFault('sign-in:insecure', { address: origin });
      if (this.#isAllowed(origin)) continue;
      this.flow.needs.add(origin);
      steps.add({ what: 'grant', method: 'POST', url: endpoint });
    }
    if (this.flow.fault) throw new TypeError(this.flow.fault.message);
    if (this.flow.needs.size > 0) throw notAllowed();
  }

  saveClientInformation(info: ClientInfo): void {
    this.client = info;
  }

  /** Returns Lathe's registration; the person's secret is stored separately. */
  get known(): Pick<KeptSignIn, 'client'> {
    if (!this.client) return {};
    const { client_secret: secret, ...info } = this.client;
    const { clientId, redirect } = this.#given;
    const more = clientId === undefined && secret !== undefined ? { client_secret: secret } : {};
    return { client: { redirect, info: { ...info, ...more } } };
  }

  saveTokens(tokens: Tokens): void {
    this.given = tokens;
  }

  redirectToAuthorization(to: URL): void {
    if (isSafe(to)) this.authorizeUrl = to;
    else this.flow.fault = serverFault('sign-in:insecure', { address: to.origin });
    const { fault } = this.flow;
    this.#given.steps.add({
      ...{ what: 'authorize', method: 'GET', url: to.href },
      ...(fault ? { fault } : {}),
    });
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'client') this.client = undefined;
  }
}

const issuerOf = ({
  authorizationServerMetadata: told,
  authorizationServerUrl,
}: Discovery): string => told?.issuer ?? authorizationServerUrl;
