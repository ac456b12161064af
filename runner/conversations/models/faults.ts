import { modelFaults } from '../../../shared/protocol/model-faults.ts';
import type { ModelFaultKey } from '../../../shared/protocol/model-faults.ts';
import type { ModelFault, ModelFaultCode } from '../../../shared/protocol/models.ts';
import { knownProviders } from './known-providers.ts';
import type { AddressFault } from './addresses.ts';
import type { Failure, Server } from './messages.ts';
import { retryAfterOf } from './retries.ts';

type Values = ModelFault['values'];

/** The limit for a provider's own sentence, in characters. */
const MOST_DETAIL = 400;
const LONGEST_ANSWER = 1024 * 1024;

/** Returns a fault with the text of the table; `detail` is the provider's own sentence. */
export function fault(key: ModelFaultKey, values: Values = {}, detail = ''): ModelFault {
  const [code = '', reason] = key.split(':');
  const said = detail.replace(/\s+/g, ' ').trim().slice(0, MOST_DETAIL);
  const all: Values = {
    ...values,
    ...(reason === undefined ? {} : { reason }),
    ...(said === '' ? {} : { detail: said }),
  };
  const sentence = modelFaults[key].replace(/\{(\w+)\}/g, (_, name: string) =>
    String(all[name] ?? ''),
  );
  return {
    code: code as ModelFaultCode,
    message: said === '' ? sentence : `${sentence}. ${all.provider ?? 'It'} answered: ${said}`,
    values: all,
  };
}

/** Words a wait for a person: `45 s`, `10 min`, `1 min 5 s`. */
function waitText(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

/** Returns the fault of an unusable address. */
export const addressFault = (reason: AddressFault, { provider, address }: Server): ModelFault => {
  const { label, address: example } = knownProviders[provider];
  // Never shows an address that contains a password.
  const shown = reason === 'credentials' ? '' : address;
  return fault(`bad-address:${reason}`, { provider: label, address: shown, example });
};

/** Converts a failure of the process to a fault. It may still contain a key; `without-key.ts` removes it. */
export function faultOf(
  failure: Failure,
  asked: Server & { name: string; silentMs: number },
): ModelFault {
  const { label: provider } = knownProviders[asked.provider];
  const { address, name: model } = asked;
  const values = { provider, address, model };
  switch (failure.kind) {
    case 'status':
      return ofStatus(failure, values);
    case 'told':
      return ofTold(failure.detail, values);
    case 'redirect':
      return fault('bad-address:redirect', { ...values, location: failure.location });
    case 'unreachable':
      return fault(`unreachable:${whyUnreachable(failure.detail)}`, {
        ...values,
        why: failure.detail.replace(/^.*?client error \(\w+\): /s, ''),
      });
    case 'silent':
      return fault('silent', { ...values, seconds: Math.round(asked.silentMs / 1000) });
    case 'too-large':
      return fault('too-large', { ...values, limit: LONGEST_ANSWER });
    case 'filtered':
      return fault('filtered', { ...values, why: failure.detail });
    case 'cut':
      return fault('cut', values);
    case 'unreadable':
      return fault('bad-answer', values, sentenceIn(failure.detail));
  }
}

/** Source: Deno 2.9's messages for failed connections. */
function whyUnreachable(detail: string): 'refused' | 'name' | 'tls' | 'lost' {
  if (/certificate|tls|UnknownIssuer|handshake|corrupt message/i.test(detail)) return 'tls';
  if (/dns|lookup|resolve/i.test(detail)) return 'name';
  return /refused/i.test(detail) ? 'refused' : 'lost';
}

const TOO_LONG =
  /context.?(?:length|window|size)|prompt is too long|input token count|too many tokens|maximum context|request_too_large/i;
const NO_MODEL =
  /model_not_found|invalid model|models?\b.*\b(?:not found|not_found|does not exist|not exist|not supported)|not_found_error.*\bmodel/is;
const BAD_KEY = /API_KEY_INVALID|API key not valid|invalid.?api.?key/i;
const NO_QUOTA = /insufficient_quota|credit balance|billing/i;

function ofStatus(failure: Extract<Failure, { kind: 'status' }>, known: Values): ModelFault {
  const { status, body } = failure;
  const values = { ...known, status };
  const detail = sentenceIn(body);
  if (status === 429) return ofLimit(failure, values, detail);
  if (status >= 500) return fault('overloaded', values, detail);
  if (status === 401 || status === 403 || BAD_KEY.test(body))
    return fault('bad-key', values, detail);
  if (status === 413 || TOO_LONG.test(body)) return tooLong(detail, values);
  if (NO_MODEL.test(body)) return fault('no-model', values, detail);
  if (status === 404 || status === 405) return fault('bad-address:path', values, detail);
  return fault('refused', values, detail);
}

function ofLimit(
  failure: Extract<Failure, { kind: 'status' }>,
  values: Values,
  detail: string,
): ModelFault {
  if (NO_QUOTA.test(failure.body)) return fault('rate-limited:quota', values, detail);
  const retryAfterMs = retryAfterOf(failure.retryAfter, failure.body);
  if (retryAfterMs === undefined) return fault('rate-limited', values, detail);
  const seconds = Math.ceil(retryAfterMs / 1000);
  return {
    ...fault('rate-limited:later', { ...values, wait: waitText(seconds) }, detail),
    retryAfterMs,
  };
}

/** Converts an error inside an answer's stream, which has no status. */
function ofTold(detail: string, values: Values): ModelFault {
  const said = sentenceIn(detail);
  if (TOO_LONG.test(detail)) return tooLong(said, values);
  if (/rate.?limit/i.test(detail)) return fault('rate-limited', values, said);
  if (/overloaded|server_error|api_error|internal|unavailable/i.test(detail))
    return fault('overloaded:told', values, said);
  return fault('refused:told', values, said);
}

/** Adds the two numbers of such a sentence, if there are any: the larger one is the size of the request. */
function tooLong(detail: string, values: Values): ModelFault {
  const numbers = [...detail.matchAll(/\d[\d,]{2,}/g)].map(([one]) =>
    Number(one.replace(/,/g, '')),
  );
  if (numbers.length < 2) return fault('too-long', values, detail);
  const counted = { tokens: Math.max(...numbers), limit: Math.min(...numbers) };
  return fault('too-long:counted', { ...values, ...counted }, detail);
}

/**
 * Returns the sentence in an error's body, in the form of any provider; otherwise the beginning of the body.
 */
function sentenceIn(body: string): string {
  try {
    const read: unknown = JSON.parse(body);
    const [first] = [read].flat() as [{ error?: unknown; message?: unknown } | null];
    const error = (first?.error ?? first) as { message?: unknown } | string | null;
    const message = typeof error === 'string' ? error : error?.message;
    if (typeof message === 'string') return message;
  } catch {
    // Not JSON: the text itself.
  }
  return body.replace(/<[^>]*>/g, ' ');
}
