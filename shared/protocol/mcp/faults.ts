import { fillText, type Reason } from '../../tool/problem/reason.ts';
import type { ServerFault, ServerFaultCode } from './state.ts';

/**
 * Why a server cannot be used: what happened and what to do, by code, or by code and `values.reason`. The
 * page words other languages.
 */
export const serverFaults = {
  'no-box':
    'Bubblewrap is not installed, so a server cannot be restricted to its permissions: install it, then restart the server',
  'no-engine': 'No process restricted to a single address can be started here: {why}',
  'no-net':
    '"{address}" cannot be allowed: a local server reaches host names and this machine (127.0.0.1), so enter its name',
  'not-started': '"{command}" did not start ({why}): check the command and its allowed folders',
  exited: 'It exited with code {exitCode}: check its output',
  'exited:signal': 'It was stopped from outside: check its output',
  'silent:start': 'It did not respond within {seconds} s: check that it speaks MCP',
  silent: 'It did not answer within {seconds} s',
  'not-json': 'It printed {lines} lines that are not JSON: check that it speaks MCP on its output',
  'not-json:deep':
    'One of its messages nests deeper than {limit} levels, so it was stopped: check that it speaks MCP',
  'too-large': 'One of its messages exceeded {limit} MB, so it was stopped',
  flood: 'It sent {messages} messages faster than they can be read, so it was stopped',
  'excess:memory': 'Its processes held more than {limit} MB of memory together, so it was stopped',
  'excess:processes': 'It ran more than {limit} processes at once, so it was stopped',
  'unreachable:refused': 'No answer at {address}: start the server, or check the address',
  'unreachable:name': 'The host name in {address} was not found: check it and the network',
  'unreachable:tls': 'The connection to {address} is not trusted ({why}): check its certificate',
  'unreachable:lost': '{address} could not be reached ({why}): check the network and try again',
  'unreachable:redirect':
    '{address} redirects to another address, which is not allowed: enter the final address',
  status:
    '{address} answered with status {status}, which is not an MCP response: check the address',
  'sign-in': '{address} requires sign-in or a token (status {status})',
  'sign-in:away': 'Signing in needs the page of Lathe: start it with "npm start" and sign in there',
  'sign-in:insecure':
    '{address} is neither https nor on this machine, so no secret is sent there: ask the operator of the server',
  'sign-in:no-pkce':
    '{address} does not say that it protects sign-ins (PKCE with S256), so Lathe does not sign in there: ask the operator of the server',
  'sign-in:other-issuer':
    'The client was registered at {known}, and the server now uses {address}, so its secret is not sent there: enter the client ID and secret for it',
  'sign-in:restarted': 'Lathe was restarted while the sign-in was open: sign in again',
  'sign-in:unrevoked':
    'You are signed out here, but {address} did not revoke the tokens ("{why}"). They may work until they expire; revoke them there.',
  'sign-in:unrevoked-status':
    'You are signed out here, but {address} did not revoke the tokens (status {status}). They may work until they expire; revoke them there.',
  'sign-in:unrevoked-nowhere':
    'You are signed out here, but {address} offers no way to revoke the tokens. They may work until they expire; revoke them there.',
  'sign-in:unrevoked-not-allowed':
    'You are signed out here, but you did not allow the address where {address} revokes tokens. They may work until they expire; revoke them there.',
  'sign-in:denied': 'The sign-in was refused ({why}): sign in again',
  'sign-in:late': 'The sign-in was not completed within {minutes} minutes: sign in again',
  'sign-in:ended': 'The sign-in has expired ({why}): sign in again',
  'sign-in:broken': 'The sign-in failed: {why}',
  'no-secret':
    'The value of "{name}" is not known: enter it, or set the variable and restart Lathe',
  'no-secret:elsewhere':
    'The value of "{name}" was entered for another address or command, so it is not sent there: enter it again',
  'no-secret:unsendable':
    'The value of "{name}" cannot be sent: enter it again, without line breaks and with characters that a header allows',
  protocol: 'It speaks a different version of MCP: {why}',
  broken: 'Lathe failed while talking to the server: {why}',
  'broken:ended': 'The connection was ended: call it again',
  'broken:off': 'The server is turned off: turn it on in the settings of servers',
} as const satisfies Partial<Record<ServerFaultCode | `${ServerFaultCode}:${string}`, string>>;

export type ServerFaultKey = keyof typeof serverFaults;

/** Makes a fault with its English sentence. `values.reason` selects among the wordings of a code. */
export function serverFault(key: ServerFaultKey, given: ServerFault['values'] = {}): ServerFault {
  const [code = '', reason] = key.split(':');
  const values = reason === undefined ? given : { ...given, reason };
  return { code: code as ServerFaultCode, values, message: fillText(serverFaults[key], values) };
}

/** Converts a fault to the reason of a failed call. */
export function faultReason({ code, values, message }: ServerFault): Reason {
  const key = values.reason === undefined ? code : `${code}:${values.reason}`;
  return { code: `server-${key}`, values, message };
}
