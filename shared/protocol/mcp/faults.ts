import { fillText } from '../../tool/reason.ts';
import type { ServerFault, ServerFaultCode } from './state.ts';

/**
 * Why a server gives nothing: what happened and what to do, by code, or by code and `values.reason`. Other
 * languages are worded in the page.
 */
export const serverFaults = {
  'no-box':
    'Bubblewrap is missing here, which keeps a server to what it was granted: install it, then start the server again',
  'no-engine': 'No process can be had here that reaches one address only: {why}',
  'no-net':
    'A server of this machine cannot be kept to single addresses here: take the addresses out of its grants',
  'not-started':
    '"{command}" did not start ({why}): check the command and the folders that it may read',
  exited: 'It ended by itself with code {exitCode}: read what it printed',
  'exited:signal': 'It was ended from outside: read what it printed',
  'silent:start': 'It did not say hello within {seconds} s: check that it speaks MCP',
  silent: 'It did not answer within {seconds} s',
  'not-json': 'It printed {lines} lines that are no JSON: check that it speaks MCP on its output',
  'too-large': 'A message of it passed {limit} MB, and it was ended',
  flood: 'It sent {messages} messages faster than they can be read, and was ended',
  'unreachable:refused': 'Nobody answers at {address}: start the server, or check the address',
  'unreachable:name': 'The name in {address} was not found: check it, and the network',
  'unreachable:tls':
    '{address} has no connection that can be trusted ({why}): check its certificate',
  'unreachable:lost': '{address} could not be reached ({why}): check the network, and try again',
  'unreachable:redirect':
    '{address} sends requests on to another address, where they may not go: set the one that is meant',
  status: '{address} answers with status {status}, which is no answer of MCP: check the address',
  'sign-in': '{address} wants a sign-in or a token (status {status})',
  'sign-in:away': 'A sign-in needs the page of Lathe: start it with "npm start", and sign in there',
  'sign-in:insecure':
    '{address} is neither https nor this machine, so that nothing secret is sent there: ask who runs the server',
  'sign-in:denied': 'The sign-in was refused ({why}): sign in again',
  'sign-in:late': 'Nobody came back from the sign-in within {minutes} minutes: sign in again',
  'sign-in:ended': 'The sign-in is over ({why}): sign in again',
  'sign-in:broken': 'The sign-in did not work: {why}',
  'no-secret':
    'The value of "{name}" is not known: type it in, or set the variable and start Lathe again',
  'no-secret:unsendable':
    'The value of "{name}" cannot be sent: type it in again, without line breaks and in letters that a header takes',
  protocol: 'It does not speak MCP as Lathe does: {why}',
  broken: 'Lathe broke while it spoke with the server: {why}',
} as const satisfies Partial<Record<ServerFaultCode | `${ServerFaultCode}:${string}`, string>>;

export type ServerFaultKey = keyof typeof serverFaults;

/** A fault with its English sentence. `values.reason` chooses among the wordings of a code. */
export function serverFault(key: ServerFaultKey, given: ServerFault['values'] = {}): ServerFault {
  const [code = '', reason] = key.split(':');
  const values = reason === undefined ? given : { ...given, reason };
  return { code: code as ServerFaultCode, values, message: fillText(serverFaults[key], values) };
}
