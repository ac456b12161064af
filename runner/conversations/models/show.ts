import type { RequestForm } from '../../../shared/protocol/conversations/conversations.ts';
import type { Wire } from './model.ts';
import type { Ask } from './messages.ts';
import { leaving, modelOf, optionsOf } from './request.ts';

/**
 * Returns the request that would be sent, made by the same code that sends it, or why there is none. Sends
 * nothing.
 */
export async function show(ask: Ask, form: RequestForm): Promise<Wire | { why: string }> {
  let wire: Wire | undefined;
  const capture: typeof fetch = (address, init) => {
    const url = address instanceof Request ? address.url : String(address);
    wire = { form, url, body: leaving(ask, init?.body) };
    return Promise.reject(new Error('Nothing is sent'));
  };
  try {
    await modelOf(ask, undefined, capture).doStream(optionsOf(ask));
  } catch (error) {
    // The error is intended if the request was captured.
    if (!wire) return { why: error instanceof Error ? error.message : String(error) };
  }
  return wire ?? { why: 'Its package made no request' };
}
