import type { OAuthDiscoveryState, OAuthTokens } from '@modelcontextprotocol/client';
import { serverFault } from '../../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';
import type { FetchProcesses } from '../address-fetch.ts';
import { allowedFor, flowFetch, type Flow } from './flow-fetch.ts';
import { clientInfo, secretsOf, type KeptSignIn, type KeptSignIns } from './kept-sign-ins.ts';
import type { SignInSteps } from './sign-in-steps.ts';

/** How long before its expiry a token is no longer used, in milliseconds. */
const EARLY_MS = 30_000;

interface Given {
  name: string;
  kept: KeptSignIns;
  processes: FetchProcesses;
  steps: SignInSteps;
  /** Called when the tokens became invalid. */
  ended(fault: ServerFault): void;
  /** Called with tokens that arrived after a sign-out. */
  unwanted(came: KeptSignIn): void;
}

/** The tokens of one server: loaded from the store, and refreshed when they expire. */
export class ServerTokens {
  readonly #given: Given;
  #renewing: Promise<boolean> | undefined;
  /** The last loaded state. */
  #kept: KeptSignIn | undefined;

  constructor(given: Given) {
    this.#given = given;
  }

  /** Reads what another process may have changed; returns whether there are tokens for this address. */
  async load(url: string): Promise<boolean> {
    this.#take(await this.#given.kept.of(this.#given.name, url));
    return this.#kept?.tokens !== undefined;
  }

  /** Returns the token to send; undefined if there is none. */
  async token(): Promise<string | undefined> {
    const { tokens, expiresAt = Infinity } = this.#kept ?? {};
    if (tokens?.refresh_token !== undefined && expiresAt - EARLY_MS < Date.now())
      await this.renew(tokens.access_token);
    return this.#kept?.tokens?.access_token;
  }

  /** Replaces the token `used`, which was refused; returns whether there is another one. */
  renew(used: string | undefined): Promise<boolean> {
    return (this.#renewing ??= this.#given.kept
      .alone(this.#given.name, () => this.#renew(used))
      .catch(() => false)
      .finally(() => (this.#renewing = undefined)));
  }

  async keep(url: string, given: Omit<KeptSignIn, 'url' | 'allowed'>): Promise<void> {
    await this.#given.kept.change(this.#given.name, (before) => {
      const known = before?.url === url ? before : { url, allowed: [] };
      const { expiresAt, waitsUntil: _, registered, ...others } = known;
      // The expiry of an earlier token does not apply to a new one.
      const ends = given.tokens || expiresAt === undefined ? {} : { expiresAt };
      const next = { ...others, ...boundTo(given, registered), ...ends, ...given };
      this.#take(next);
      return next;
    });
  }

  /** Returns what was stored. Keeps the person's secret unless `forGood`. */
  async forget(forGood: boolean): Promise<KeptSignIn | undefined> {
    let kept: KeptSignIn | undefined;
    await this.#given.kept.change(this.#given.name, (before) => {
      kept = before;
      const { url, registered } = before ?? {};
      return forGood || url === undefined || !registered
        ? undefined
        : { url, allowed: [], registered };
    });
    // Another process may have refreshed them since the last read.
    this.#hide(kept);
    this.#take(undefined);
    return kept;
  }

  async #renew(used: string | undefined): Promise<boolean> {
    const url = this.#kept?.url;
    if (url === undefined) return false;
    await this.load(url);
    const { tokens, discovery, client, registered, allowed = [] } = this.#kept ?? {};
    // Another process was faster.
    if (tokens && tokens.access_token !== used) return true;
    const info = this.#kept && clientInfo(this.#kept);
    if (tokens?.refresh_token === undefined || !discovery || !info) return false;
    const sdk = await import('@modelcontextprotocol/client');
    const { steps, processes } = this.#given;
    const flow: Flow = { needs: new Set() };
    const isAllowed = allowedFor(url, allowed);
    const found = discovery as unknown as OAuthDiscoveryState;
    const resource = found.resourceMetadata?.resource;
    try {
      const renewed = await sdk.refreshAuthorization(found.authorizationServerUrl, {
        ...{ clientInformation: info, refreshToken: tokens.refresh_token },
        ...(found.authorizationServerMetadata
          ? { metadata: found.authorizationServerMetadata }
          : {}),
        ...(resource === undefined ? {} : { resource: new URL(resource) }),
        fetchFn: flowFetch({ processes, isAllowed, steps, flow }),
      });
      const next = { tokens: { ...tokens, ...renewed }, ...endOf(renewed) };
      const isKept = await this.#replace(url, used, next);
      const came = { url, allowed, client, registered, discovery, tokens: renewed };
      if (!isKept) this.#given.unwanted(came);
      return isKept;
    } catch (error) {
      // Faults of the network pass; a refusal by the authorization server does not.
      if (error instanceof sdk.OAuthError && error.code !== sdk.OAuthErrorCode.ServerError)
        if (await this.#replace(url, used, { waitsUntil: undefined }))
          this.#given.ended(serverFault('sign-in:ended', { why: error.message.slice(0, 300) }));
      return false;
    }
  }

  /** Replaces the tokens with `used`; false if the person signed out or in again meanwhile. */
  async #replace(
    url: string,
    used: string | undefined,
    next: Pick<KeptSignIn, 'tokens' | 'expiresAt' | 'waitsUntil'>,
  ): Promise<boolean> {
    let isSame = false;
    await this.#given.kept.change(this.#given.name, (before) => {
      isSame = before?.url === url && before.tokens?.access_token === used;
      if (!before || !isSame) return before;
      const { tokens: _, expiresAt: __, ...others } = before;
      return { ...others, ...next };
    });
    await this.load(url);
    return isSame;
  }

  #take(kept: KeptSignIn | undefined): void {
    this.#kept = kept;
    this.#hide(kept);
  }

  #hide(kept: KeptSignIn | undefined): void {
    if (kept) this.#given.steps.hide(...secretsOf(kept));
  }
}

/** Binds the person's secret to the first authorization server that issued tokens for it. */
function boundTo(
  { tokens, client }: Pick<KeptSignIn, 'tokens' | 'client'>,
  registered: KeptSignIn['registered'],
): Pick<KeptSignIn, 'registered'> {
  if (!tokens || registered?.id !== client?.info.client_id) return registered ? { registered } : {};
  const { issuer = tokens.issuer } = registered ?? {};
  return registered ? { registered: { ...registered, ...(issuer ? { issuer } : {}) } } : {};
}

/** The limit for an expiry in seconds, because a server may report an invalid date. */
const LONGEST_S = 10 * 365 * 24 * 3600;

/** Returns when a token expires, by its own account. */
export const endOf = ({ expires_in: seconds }: OAuthTokens): { expiresAt?: number } =>
  seconds === undefined
    ? {}
    : { expiresAt: Date.now() + Math.min(Math.max(seconds, 0), LONGEST_S) * 1000 };
