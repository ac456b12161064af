import { serverFault } from '../../../shared/protocol/mcp/faults.ts';
import type { SignInStep } from '../../../shared/protocol/mcp/sign-in.ts';
import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';
import { jsonShape } from '../../server/http/read-body.ts';
import { addressFetch, type FetchProcesses } from '../address-fetch.ts';
import type { SignInSteps } from './sign-in-steps.ts';

/**
 * The limits for one request in milliseconds, and for the length and nesting of its response: metadata and tokens
 * are short.
 */
const REQUEST_MS = 20_000;
const MOST_ANSWER = 1024 * 1024;
const SHALLOW = { depth: 64, values: 100_000 };
/** Fields with secret values, and how many of them are searched in one response. */
const TOKENS =
  /"(?:access_token|refresh_token|id_token|client_secret|registration_access_token)"\s*:\s*"([^"\\]+)"/g;
const MOST_TOKENS = 16;

/** The state of the flow; after a fault nothing more is sent. */
export interface Flow {
  /** Origins that the person must allow. */
  needs: Set<string>;
  fault?: ServerFault;
}

/** Tokens and codes use only https or this machine. Source: OAuth 2.1, section 1.5. */
export const isSafe = ({ protocol, hostname, username, password }: URL): boolean =>
  username === '' &&
  password === '' &&
  (protocol === 'https:' ||
    (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)));

/** Returns whether a sign-in may use an origin: its server's own, or one that the person allowed. */
export const allowedFor =
  (url: string, allowed: readonly string[]) =>
  (origin: string): boolean =>
    origin === new URL(url).origin || allowed.includes(origin);

/** Returns the error for any other origin, which the SDK passes on. */
export const notAllowed = (): TypeError => new TypeError('The person has not allowed this address');

/**
 * Returns a `fetch` for a sign-in, which records each step. Each request goes through a process that reaches only
 * its address, and only to addresses that the person allowed. Otherwise it throws a TypeError, which the SDK passes
 * on.
 */
export function flowFetch(given: {
  processes: FetchProcesses;
  isAllowed(origin: string): boolean;
  steps: SignInSteps;
  flow: Flow;
}): (to: string | URL, init?: RequestInit) => Promise<Response> {
  const { processes, isAllowed, steps, flow } = given;
  return async (to, init = {}) => {
    const url = new URL(to);
    const { method = 'GET' } = init;
    const body = init.body ? bodyText(init.body) : undefined;
    const what = whatOf(url, body);
    const tell = { method, url: url.href, ...(body === undefined ? {} : { body }) };
    if (flow.fault) throw new TypeError(flow.fault.message);
    if (!isSafe(url)) {
      flow.fault = serverFault('sign-in:insecure', { address: url.origin });
      steps.add({ what, ...tell, fault: flow.fault });
      throw new TypeError(flow.fault.message);
    }
    if (flow.needs.size > 0 || !isAllowed(url.origin)) {
      if (flow.needs.size === 0) steps.add({ what: 'grant', method, url: url.href });
      flow.needs.add(url.origin);
      throw notAllowed();
    }
    const step = steps.add({ what, ...tell });
    const send = addressFetch(processes, url.origin, (fault) => {
      step.fault = steps.hiddenFault(fault);
    });
    const headers = new Headers(init.headers);
    const sent: RequestInit = { method, headers, signal: AbortSignal.timeout(REQUEST_MS) };
    const answer = await send(url, body === undefined ? sent : { ...sent, body });
    return answered(answer, step, steps);
  };
}

async function answered(answer: Response, step: SignInStep, steps: SignInSteps): Promise<Response> {
  const text = await answer.text();
  // First of all, because searching a large text for secrets would block the event loop.
  if (text.length > MOST_ANSWER || jsonShape(text, SHALLOW).depth > SHALLOW.depth) {
    steps.received(step, answer.status, undefined);
    throw new TypeError('The answer is larger than any of a sign-in');
  }
  hideTokens(text, steps);
  steps.received(step, answer.status, text);
  const isEmpty = [204, 205, 304].includes(answer.status);
  return new Response(isEmpty ? null : text, { status: answer.status, headers: answer.headers });
}

/**
 * Hides the tokens of a response in all later records, as far as a single response can contain any; stored tokens
 * are hidden separately.
 */
function hideTokens(text: string, steps: SignInSteps): void {
  let left = MOST_TOKENS;
  for (const [, value] of text.matchAll(TOKENS)) {
    if ((left -= 1) < 0) break;
    steps.hide(value);
  }
}

const bodyText = (body: NonNullable<RequestInit['body']>): string =>
  typeof body === 'string' || body instanceof URLSearchParams ? String(body) : '';

function whatOf({ pathname }: URL, body: string | undefined): SignInStep['what'] {
  if (body === undefined)
    return pathname.includes('/.well-known/oauth-authorization-server') ||
      pathname.includes('/.well-known/openid-configuration')
      ? 'metadata'
      : 'resource';
  if (body.startsWith('{')) return 'register';
  const form = new URLSearchParams(body);
  if (form.has('token')) return 'revoke';
  return form.get('grant_type') === 'refresh_token' ? 'refresh' : 'token';
}
