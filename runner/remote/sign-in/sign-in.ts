import { serverFault } from '../../../shared/protocol/mcp/faults.ts';
import type { SignInState } from '../../../shared/protocol/mcp/sign-in.ts';
import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';
import type { ServerWay } from '../../../shared/protocol/mcp/servers.ts';
import { sameText } from '../../store/secrets.ts';
import type { FetchProcesses } from '../address-fetch.ts';
import { afterRefusal, afterSignOut, wantedAfter, wordsOf, type Challenge } from './challenge.ts';
import type { KeptSignIn, KeptSignIns } from './kept-sign-ins.ts';
import { endOf, ServerTokens } from './server-tokens.ts';
import { authorize, broughtBack, denied } from './sign-in-legs.ts';
import { revokeTokens } from './revoke-tokens.ts';
import { SignInFlow } from './sign-in-flow.ts';
import { SignInSteps } from './sign-in-steps.ts';

/** How long to wait for a browser, in milliseconds. */
const LATE_MS = 10 * 60_000;

export interface SignInGiven {
  name: string;
  way(): ServerWay;
  kept: KeptSignIns;
  processes: FetchProcesses;
  /** Returns the address for browsers; undefined if nothing listens. */
  redirect(): string | undefined;
  /** Called when the state changed. */
  changed(): void;
}

interface Ongoing {
  flow: SignInFlow;
  /** The stored data at the start. */
  kept: KeptSignIn;
  until: number;
  isTaken?: boolean;
}

/** The sign-in to one server: the person starts it in the page, and their browser finishes it. */
export class SignIn {
  readonly steps = new SignInSteps();
  readonly tokens: ServerTokens;
  readonly #given: SignInGiven;
  #ongoing: Ongoing | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;
  #needs: readonly string[] = [];
  #fault: ServerFault | undefined;
  #unrevoked: ServerFault | undefined;
  #challenged: { url: string | undefined; said: Challenge } | undefined;
  /** Whether nothing happened since the runner started. */
  #isFresh = true;
  /** Settles once the last tokens were revoked, with the reason why they may still work. */
  revoked: Promise<ServerFault | undefined> = Promise.resolve(undefined);

  constructor(given: SignInGiven) {
    this.#given = given;
    const { name, kept, processes } = given;
    const { steps } = this;
    const ended = (fault: ServerFault) => this.#fail(fault);
    const unwanted = (came: KeptSignIn) => this.#endLate(came);
    this.tokens = new ServerTokens({ name, kept, processes, steps, ended, unwanted });
  }

  /** Since when this waits for the person's browser. */
  get waitingSince(): number | undefined {
    return this.#ongoing?.flow.authorizeUrl ? this.#ongoing.until - LATE_MS : undefined;
  }

  /** Records the challenge of the server at an address; an earlier server's challenge is dropped. */
  challenged(url: string, said: Challenge): void {
    if (url !== urlOf(this.#given.way())) return;
    const before = this.#challenged?.url === url ? this.#challenged.said : undefined;
    this.#challenged = { url, said: afterRefusal(before, said) };
  }

  /** Starts again; `allow` are the approved addresses. Nothing is sent to any other. */
  async begin(allow: readonly string[]): Promise<void> {
    const allowed = allow.filter((origin) => this.#needs.includes(origin));
    this.stop();
    if (allowed.length === 0) this.steps.clear();
    const way = this.#given.way();
    const redirect = this.#given.redirect();
    if (way.type !== 'http' || redirect === undefined)
      return this.#fail(serverFault('sign-in:away'));
    const { url, clientId } = way;
    const said = this.#challenged?.url === url ? this.#challenged.said : {};
    const { processes } = this.#given;
    const kept = await this.#allow(url, allowed);
    const flow = new SignInFlow({ url, redirect, clientId, kept, processes, steps: this.steps });
    const until = Date.now() + LATE_MS;
    const ongoing: Ongoing = (this.#ongoing = { flow, kept, until });
    const fault = await authorize(flow, { serverUrl: url, ...wantedAfter(said, kept) });
    if (this.#ongoing !== ongoing) return;
    if (flow.flow.needs.size > 0 && !flow.flow.fault) {
      this.stop();
      this.#needs = [...flow.flow.needs];
      return this.#given.changed();
    }
    if (fault) return this.#fail(fault);
    await this.tokens.keep(url, { ...flow.known, waitsUntil: ongoing.until });
    if (this.#ongoing !== ongoing) return;
    this.#late = setTimeout(() => {
      this.#fail(serverFault('sign-in:late', { minutes: LATE_MS / 60_000 }));
    }, LATE_MS);
    this.#given.changed();
  }

  /** Whether `state` belongs to this sign-in; each counts once. */
  takes(state: string): boolean {
    const ongoing = this.#ongoing;
    if (!ongoing?.flow.authorizeUrl || ongoing.isTaken) return false;
    ongoing.isTaken = sameText(ongoing.flow.state(), state);
    return ongoing.isTaken;
  }

  /** Takes the browser's parameters; returns whether there are tokens now. */
  async finish(said: URLSearchParams): Promise<boolean> {
    const ongoing = this.#ongoing;
    if (!ongoing) return false;
    clearTimeout(this.#late);
    const { flow, kept } = ongoing;
    const { url } = kept;
    const code = said.get('code');
    if (code !== null) this.steps.hide(code);
    const step = this.steps.add({ what: 'callback', method: 'GET', url: flow.redirectUrl });
    const iss = said.get('iss') ?? undefined;
    const fault =
      code === null
        ? await denied(flow, said, iss)
        : await authorize(flow, {
            ...{ serverUrl: url, authorizationCode: code },
            ...(iss === undefined ? {} : { iss }),
          });
    this.steps.received(step, undefined, broughtBack(said, code === null ? fault : undefined));
    const { given } = flow;
    const discovery = flow.discovery as KeptSignIn['discovery'];
    const asked = flow.authorizeUrl?.searchParams.get('scope') ?? undefined;
    const came = { ...flow.known, tokens: given, discovery, asked };
    if (this.#ongoing !== ongoing) {
      this.#endLate({ ...kept, ...came });
      return false;
    }
    if (fault || !given) {
      await this.tokens.keep(url, {});
      this.#fail(fault ?? serverFault('sign-in:broken', { why: 'no token came' }));
      this.#endLate({ ...kept, ...came });
      return false;
    }
    await this.tokens.keep(url, { ...came, ...endOf(given) });
    this.stop();
    this.#given.changed();
    return true;
  }

  /**
   * Deletes tokens, addresses and the registration, and asks the authorization server to revoke the tokens. Keeps
   * the person's secret for the next time unless `forGood`.
   */
  async forget(forGood = false): Promise<void> {
    this.stop();
    this.steps.clear();
    if (this.#challenged) this.#challenged.said = afterSignOut(this.#challenged.said);
    const kept = await this.tokens.forget(forGood);
    this.revoked = this.#revoke(kept);
    this.#given.changed();
  }

  /** Revokes tokens that arrived after the person signed out. */
  #endLate(came: KeptSignIn): void {
    const late = this.#revoke(came);
    this.revoked = this.revoked.then(async (fault) => fault ?? (await late));
  }

  async #revoke(kept: KeptSignIn | undefined): Promise<ServerFault | undefined> {
    const { steps } = this;
    const met = kept && (await revokeTokens(kept, { ...this.#given, steps }));
    const fault = met && steps.hiddenFault(met);
    // After a new sign-in there are other tokens.
    if (!fault || this.#ongoing) return fault;
    this.#unrevoked = fault;
    this.#given.changed();
    return fault;
  }

  async state(): Promise<SignInState> {
    const { name, kept, way } = this.#given;
    const redirect = this.#given.redirect();
    const url = urlOf(way());
    const known = url === undefined ? undefined : await kept.of(name, url);
    const { tokens, asked, expiresAt, waitsUntil = 0 } = known ?? {};
    // A token without a scope has the requested one. Source: RFC 6749, section 5.1.
    const scope = tokens && (tokens.scope ?? asked);
    // With tokens, nothing was lost.
    const isLost = this.#isFresh && !tokens && waitsUntil > Date.now();
    const fault = isLost ? serverFault('sign-in:restarted') : this.#fault;
    const to = this.#ongoing?.flow.authorizeUrl;
    const signedIn = tokens ? 'signed-in' : 'signed-out';
    const is = this.#needs.length > 0 ? 'needs-grant' : to ? 'waiting' : signedIn;
    return {
      ...{ is: fault ? 'failed' : is, needs: [...this.#needs], steps: this.steps.all },
      refreshes: tokens?.refresh_token !== undefined,
      ...(to ? { authorize: leadTo(to, this.#ongoing?.until ?? 0) } : {}),
      ...(redirect === undefined ? {} : { redirect }),
      ...(tokens?.issuer === undefined ? {} : { issuer: tokens.issuer }),
      ...(scope === undefined ? {} : { scopes: wordsOf(scope) }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(fault ? { fault } : {}),
      ...(this.#unrevoked ? { unrevoked: this.#unrevoked } : {}),
    };
  }

  async #allow(url: string, allowed: readonly string[]): Promise<KeptSignIn> {
    let next: KeptSignIn = { url, allowed: [] };
    await this.#given.kept.change(this.#given.name, (before) => {
      // The previous browser is not awaited any more, however this sign-in ends.
      const { waitsUntil: _, ...known }: KeptSignIn =
        before?.url === url ? before : { url, allowed: [] };
      return (next = { ...known, allowed: [...new Set([...known.allowed, ...allowed])] });
    });
    return next;
  }

  /** Stops waiting for the browser. */
  stop(): void {
    clearTimeout(this.#late);
    this.#isFresh = false;
    this.#ongoing = undefined;
    this.#needs = [];
    this.#fault = undefined;
    this.#unrevoked = undefined;
  }

  #fail(fault: ServerFault): void {
    this.stop();
    this.#fault = this.steps.hiddenFault(fault);
    this.#given.changed();
  }
}

const urlOf = (way: ServerWay): string | undefined => (way.type === 'http' ? way.url : undefined);

const leadTo = (to: URL, until: number): NonNullable<SignInState['authorize']> => ({
  ...{ url: to.href, host: to.host, until },
  scopes: wordsOf(to.searchParams.get('scope') ?? undefined),
});
