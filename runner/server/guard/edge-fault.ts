import type { PlainRefusal } from '../../../shared/protocol/error.ts';
import { isInterface } from './is-interface.ts';

type EdgeRefusal = Extract<
  PlainRefusal,
  'wrong-host' | 'wrong-origin' | 'cross-site' | 'wrong-content-type'
>;

export interface Fault {
  status: 400 | 403 | 415;
  code: EdgeRefusal;
  message: string;
  hint?: string;
}

export interface Edge {
  /** The exact values of `Host` that mean this runner, such as `127.0.0.1:4173`. */
  authorities: readonly string[];
}

const fault = (
  status: Fault['status'],
  code: EdgeRefusal,
  message: string,
  hint?: string,
): Fault => ({
  status,
  code,
  message,
  ...(hint === undefined ? {} : { hint }),
});

/** A person who follows a link to the page from elsewhere, as opposed to a frame, a form or a script. */
const isVisit = (request: Request, path: string) =>
  request.method === 'GET' &&
  !isInterface(path) &&
  request.headers.get('Sec-Fetch-Mode') === 'navigate' &&
  request.headers.get('Sec-Fetch-Dest') === 'document';

/** RFC 9112, section 6.3. An engine's `Request` may have an empty body if none was sent. */
const hasBody = (headers: Headers) =>
  Number(headers.get('Content-Length') ?? 0) > 0 || headers.has('Transfer-Encoding');

/** Why a request has a wrong origin; undefined if it may come from there. */
export function edgeFault(request: Request, path: string, edge: Edge): Fault | undefined {
  const { headers } = request;
  const host = headers.get('Host')?.toLowerCase();
  if (host === undefined || !edge.authorities.includes(host)) {
    const hint = 'Open the address that "npm start" printed';
    return fault(403, 'wrong-host', 'The request names a host that is not this runner', hint);
  }
  const origin = headers.get('Origin');
  if (origin !== null && !edge.authorities.some((ours) => origin === `http://${ours}`)) {
    return fault(403, 'wrong-origin', 'The request comes from a page that Lathe did not open');
  }
  const site = headers.get('Sec-Fetch-Site');
  if (site !== null && site !== 'same-origin' && site !== 'none' && !isVisit(request, path)) {
    return fault(403, 'cross-site', 'The request comes from a page that Lathe did not open');
  }
  if (!isInterface(path) || !hasBody(headers)) return undefined;
  const type = headers.get('Content-Type') ?? '';
  if (/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) return undefined;
  const hint = 'Send JSON with "Content-Type: application/json"';
  return fault(415, 'wrong-content-type', `The body is "${type}", not JSON`, hint);
}
