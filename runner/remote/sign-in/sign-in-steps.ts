import type { SignInStep } from '../../../shared/protocol/mcp/sign-in.ts';
import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';
import { HIDDEN, hideSecrets } from './hide-secrets.ts';

/** The limits of stored steps, and of the characters that one sent or received. */
const MOST_STEPS = 40;
const MOST_TEXT = 8 * 1024;
/** The limit of hidden secrets, newest first: refreshed tokens would accumulate. */
const MOST_SECRETS = 100;

/** The fields of a token response that may be shown. */
const shownOfTokens = new Set<string>([
  ...['token_type', 'scope', 'expires_in', 'issued_token_type', 'iss'],
  ...['error', 'error_description', 'error_uri'],
]);
/** The secret fields of forms and addresses. */
const hiddenFields = new Set<string>([
  ...['code', 'code_verifier', 'state', 'refresh_token', 'access_token', 'id_token'],
  ...['client_secret', 'client_assertion', 'assertion', 'subject_token', 'token', 'password'],
]);
/** Encodes a secret as in an address; a lone surrogate, which JSON allows, is replaced. */
const inUrl = (secret: string): string =>
  encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd'));
/** Matches `client_secret` and `registration_access_token`, but not `token_endpoint_auth_method`. */
const isHiddenName = (name: string): boolean =>
  hiddenFields.has(name) || /secret(?!_expires_at)|(?:access|refresh|id)_token$/.test(name);

/** The steps of a sign-in, with secrets hidden. */
export class SignInSteps {
  #steps: SignInStep[] = [];
  #secrets = new Set<string>();

  get all(): SignInStep[] {
    return [...this.#steps];
  }

  clear(): void {
    this.#steps = [];
  }

  /** Hides a value in all later records. */
  hide(...values: readonly (string | undefined)[]): void {
    for (const value of values) {
      if (value === undefined || value.length < 4) continue;
      this.#secrets.delete(value);
      this.#secrets.add(value);
    }
    for (const oldest of [...this.#secrets].slice(0, -MOST_SECRETS)) this.#secrets.delete(oldest);
  }

  /** Hidden values, such as tokens. */
  get secrets(): readonly string[] {
    return [...this.#secrets];
  }

  add(
    step: Pick<SignInStep, 'what' | 'fault'> & { method: string; url: string; body?: string },
  ): SignInStep {
    const { what, method, url, body, fault } = step;
    const added: SignInStep = {
      ...{ what, at: Date.now(), sent: { method, url: this.#cut(shownUrl(url)) } },
      ...(fault ? { fault: this.hiddenFault(fault) } : {}),
    };
    if (body !== undefined) added.sent.body = this.#cut(shownBody(what, body));
    this.#steps = [...this.#steps, added].slice(-MOST_STEPS);
    return added;
  }

  received(step: SignInStep, status: number | undefined, text: string | undefined): void {
    step.received = {
      ...(status === undefined ? {} : { status }),
      ...(text === undefined || text === ''
        ? {}
        : { body: this.#cut(shownAnswer(step.what, text)) }),
    };
  }

  hiddenFault({ code, message, values }: ServerFault): ServerFault {
    const rows = Object.entries(values).map(([key, value]) => [
      ...[key, typeof value === 'string' ? this.hidden(value) : value],
    ]);
    return { code, message: this.hidden(message), values: Object.fromEntries(rows) };
  }

  hidden(text: string): string {
    return hideSecrets(text, this.#secrets, (secret) => [inUrl(secret)]);
  }

  #cut(text: string): string {
    const shown = this.hidden(text);
    return shown.length > MOST_TEXT ? `${shown.slice(0, MOST_TEXT)} …` : shown;
  }
}

function shownUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  for (const name of [...url.searchParams.keys()])
    if (isHiddenName(name)) url.searchParams.set(name, HIDDEN);
  return url.href.replaceAll(encodeURIComponent(HIDDEN), HIDDEN);
}

/** Formats a form or JSON with one field per line. */
function shownBody(what: SignInStep['what'], body: string): string {
  if (what === 'register') return shownJson(body, isHiddenName) ?? HIDDEN;
  return [...new URLSearchParams(body)]
    .map(([name, value]) => `${name}=${isHiddenName(name) ? HIDDEN : value}`)
    .join('\n');
}

function shownAnswer(what: SignInStep['what'], text: string): string {
  if (what === 'callback') return text;
  // Of a token response, only known harmless fields are shown.
  const isHidden =
    what === 'token' || what === 'refresh'
      ? (name: string) => !shownOfTokens.has(name)
      : isHiddenName;
  const json = shownJson(text, isHidden);
  if (json !== undefined) return json;
  return what === 'token' || what === 'refresh'
    ? `${text.length} characters that are no JSON`
    : text;
}

/** Returns undefined if the text is not an object. */
function shownJson(text: string, isHidden: (name: string) => boolean): string | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined;
  const hide = (name: string, value: unknown): unknown =>
    name !== '' && isHidden(name) ? HIDDEN : value;
  return JSON.stringify(read, hide, 2);
}
