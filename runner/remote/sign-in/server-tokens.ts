import type { OAuthDiscoveryState, OAuthTokens } from '@modelcontextprotocol/client';
import { serverFault } from '../../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';
import type { FetchProcesses } from '../address-fetch.ts';
import { allowedFor, flowFetch, type Flow } from './flow-fetch.ts';
import { clientInfo, secretsOf, type KeptSignIn, type KeptSignIns } from './kept-sign-ins.ts';
import type { SignInSteps } from './sign-in-steps.ts';

/** Milliseconds before its end at which a token is no longer sent. */
const EARLY_MS = 30_000;

interface Given {
  name: string;
  kept: KeptSignIns;
  processes: FetchProcesses;
  steps: SignInSteps;
  /** They are over, and why. */
  ended(fault: ServerFault): void;
  /** They came once nobody wanted them any more. */
  unwanted(came: KeptSignIn): void;
}

/** The tokens that one server gets: read from where they are kept, and renewed when they end. */
export class ServerTokens {
  readonly #given: Given;
  #renewing: Promise<boolean> | undefined;
  /** As they were when they were last read. */
  #kept: KeptSignIn | undefined;

  constructor(given: Given) {
    this.#given = given;
  }

  /** Reads what another process may have changed. Answers whether there is any for this address. */
  async load(url: string): Promise<boolean> {
    this.#take(await this.#given.kept.of(this.#given.name, url));
    return this.#kept?.tokens !== undefined;
  }

  /** The token to send now; undefined where there is none. */
  async token(): Promise<string | undefined> {
    const { tokens, expiresAt = Infinity } = this.#kept ?? {};
    if (tokens?.refresh_token !== undefined && expiresAt - EARLY_MS < Date.now())
      await this.renew(tokens.access_token);
    return this.#kept?.tokens?.access_token;
  }

  /** Sees to it that there is another one than `used`, which is no longer taken. Answers whether there is. */
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
      // When an earlier token ends says nothing of a new one.
      const ends = given.tokens || expiresAt === undefined ? {} : { expiresAt };
      const next = { ...others, ...boundTo(given, registered), ...ends, ...given };
      this.#take(next);
      return next;
    });
  }

  /** Answers what was kept; the secret that the person gave stays, unless for good. */
  async forget(forGood: boolean): Promise<KeptSignIn | undefined> {
    let kept: KeptSignIn | undefined;
    await this.#given.kept.change(this.#given.name, (before) => {
      kept = before;
      const { url, registered } = before ?? {};
      return forGood || url === undefined || !registered
        ? undefined
        : { url, allowed: [], registered };
    });
    // Another process may have renewed them since they were read here.
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
      // What the network did passes; what the authorization server says does not.
      if (error instanceof sdk.OAuthError && error.code !== sdk.OAuthErrorCode.ServerError)
        if (await this.#replace(url, used, { waitsUntil: undefined }))
          this.#given.ended(serverFault('sign-in:ended', { why: error.message.slice(0, 300) }));
      return false;
    }
  }

  /** Puts others in the place of the tokens with `used`; false where the person signed out or in anew meanwhile. */
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

/** The secret that the person gave is from now on for whoever gave tokens for it first. */
function boundTo(
  { tokens, client }: Pick<KeptSignIn, 'tokens' | 'client'>,
  registered: KeptSignIn['registered'],
): Pick<KeptSignIn, 'registered'> {
  if (!tokens || registered?.id !== client?.info.client_id) return registered ? { registered } : {};
  const { issuer = tokens.issuer } = registered ?? {};
  return registered ? { registered: { ...registered, ...(issuer ? { issuer } : {}) } } : {};
}

/** Seconds after which a token counts as one that ends: what a server says may be no time that can be written. */
const LONGEST_S = 10 * 365 * 24 * 3600;

/** When a token ends, as it says by itself. */
export const endOf = ({ expires_in: seconds }: OAuthTokens): { expiresAt?: number } =>
  seconds === undefined
    ? {}
    : { expiresAt: Date.now() + Math.min(Math.max(seconds, 0), LONGEST_S) * 1000 };
