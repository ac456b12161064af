import type { ModelFault, ModelFaultCode } from './models.ts';

/**
 * Why a model gave no answer: what happened and what to do, by code, or by code and `values.reason`. What the
 * provider itself says to it (`values.detail`) comes behind. Other languages are worded in the page.
 */
export const modelFaults = {
  'no-key': '{provider} needs a key: set {variable}, or type one into the settings of models',
  'bad-key': '{provider} refused the key (status {status}): check it in the settings of models',
  'bad-key:characters':
    'The key of {provider} has characters that no key has: copy it anew, without spaces and lines',
  'no-model': '{provider} has no model "{model}": choose one of the list in the settings of models',
  'bad-address:no-url': '"{address}" is no address: give one such as {example}',
  'bad-address:protocol': '"{address}" is no address of the web: begin with https:// or http://',
  'bad-address:credentials':
    'The address of {provider} holds a name or a password: type the key as the key instead',
  'bad-address:query': '"{address}" has a query or a fragment: give the address without it',
  'bad-address:host': '"{address}" names no single host: give one name and, if needed, its port',
  'bad-address:clear':
    '"{address}" would carry the key unencrypted to another machine: begin with https://',
  'bad-address:path':
    'Nothing at {address} answers as {provider} does (status {status}): check the path of the address',
  'bad-address:redirect':
    '{address} sends requests on to {location}, where they may not go: set the address that is meant',
  'unreachable:refused': 'Nobody answers at {address}: start the server, or check the address',
  'unreachable:name': 'The name in {address} was not found: check it, and the network',
  'unreachable:tls':
    '{address} has no connection that can be trusted ({why}): check its certificate, and https://',
  'unreachable:lost': '{address} could not be reached ({why}): check the network, and ask again',
  'rate-limited': '{provider} has had too many requests (status 429): ask again in a while',
  'rate-limited:later': '{provider} wants to be asked again in {seconds} s (status 429)',
  'rate-limited:quota':
    'The account with {provider} has nothing left to use (status 429): look at its plan',
  overloaded: '{provider} failed (status {status}): ask again in a while',
  'overloaded:told': '{provider} failed in the middle: ask again in a while',
  'too-long': 'The request is longer than {model} reads: leave messages or tools out',
  'too-long:counted':
    'The request has {tokens} tokens and {model} reads {limit}: leave messages or tools out',
  'cut:length':
    'The answer met the most that the model writes at once: ask again, or ask for less at once',
  cut: 'The answer of {provider} ended in the middle: ask again',
  silent: 'Nothing came from {provider} for {seconds} s: ask again, or take another model',
  filtered: '{provider} withheld the answer ({why}): word the request in another way',
  'bad-answer':
    'The answer from {address} cannot be read: check that it is the address of {provider}',
  refused: '{provider} refused the request (status {status}): change what it names',
  'refused:told': '{provider} refused the request: change what it names',
  'too-large': 'The answer passed {limit} characters and was ended: ask for less at once',
  'no-recording': 'There is no recording "{model}" that answers this: choose another model',
  'no-recording:over':
    'The recording holds {answers} answers, and this asks for number {wanted}: choose another model',
  'no-host': 'No process can be had here that reaches one address only: {why}',
  unkept: 'The conversation cannot be written down: {why}',
  broken: 'Lathe broke while the conversation went on: {why}',
} as const satisfies Partial<Record<ModelFaultCode | `${ModelFaultCode}:${string}`, string>>;

export type ModelFaultKey = keyof typeof modelFaults;

/** The wording that a fault has; undefined where none was written for it. */
export function modelFaultKey({ code, values }: ModelFault): ModelFaultKey | undefined {
  const key = values.reason === undefined ? code : `${code}:${values.reason}`;
  return Object.hasOwn(modelFaults, key) ? (key as ModelFaultKey) : undefined;
}
