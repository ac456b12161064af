import type { ModelFault, ModelFaultCode } from './models.ts';

/**
 * Why a model gave no answer: what happened and what to do, by code, or by code and `values.reason`. The
 * provider's own message (`values.detail`) is appended. The page words other languages.
 */
export const modelFaults = {
  'no-key': '{provider} needs a key: set {variable}, or enter one in the model settings',
  'bad-key': '{provider} refused the key (status {status}): check it in the model settings',
  'bad-key:characters':
    'The key of {provider} contains invalid characters: copy it again, without spaces and line breaks',
  'no-model': '{provider} has no model "{model}": choose one from the list in the model settings',
  'bad-address:no-url': '"{address}" is not an address: enter one such as {example}',
  'bad-address:protocol': '"{address}" is not a web address: start with https:// or http://',
  'bad-address:credentials':
    'The address of {provider} contains a user name or password: enter the key as the key instead',
  'bad-address:query': '"{address}" has a query or a fragment: remove it',
  'bad-address:host':
    '"{address}" does not name a single host: enter one name and, if needed, its port',
  'bad-address:clear':
    '"{address}" would send the key unencrypted to another machine: use https://',
  'bad-address:path':
    'The server at {address} does not answer like {provider} (status {status}): check the path of the address',
  'bad-address:redirect':
    '{address} redirects to {location}, which is not allowed: set the final address',
  'unreachable:refused': 'No answer at {address}: start the server, or check the address',
  'unreachable:name': 'The host name in {address} was not found: check it and the network',
  'unreachable:tls':
    'The connection to {address} is not trusted ({why}): check its certificate and https://',
  'unreachable:lost': '{address} could not be reached ({why}): check the network and try again',
  'rate-limited': 'Too many requests to {provider} (status 429): try again later',
  'rate-limited:later': '{provider} asks to wait {wait} (status 429)',
  'rate-limited:quota':
    'The quota of the {provider} account is used up (status 429): check its plan',
  overloaded: '{provider} failed (status {status}): try again later',
  'overloaded:told': '{provider} failed in the middle of its answer: try again later',
  'too-long': 'The request is longer than {model} can read: remove messages or tools',
  'too-long:counted':
    'The request has {tokens} tokens, but {model} reads at most {limit}: remove messages or tools',
  'cut:length':
    'The answer reached the output limit of the model: retry, or ask for less at a time',
  cut: 'The answer of {provider} was cut off: retry',
  silent: '{provider} sent nothing for {seconds} s: retry, or choose another model',
  filtered: '{provider} withheld the answer ({why}): rephrase the request',
  'bad-answer':
    'The answer from {address} cannot be read: check that it is the address of {provider}',
  refused: '{provider} refused the request (status {status}): change it as the provider says',
  'refused:told': '{provider} refused the request: change it as the provider says',
  'too-large': 'The answer exceeded {limit} characters and was stopped: ask for less at a time',
  'no-recording': 'No recording "{model}" answers this request: choose another model',
  'no-recording:over':
    'The recording has {answers} answers, but this is request {wanted}: choose another model',
  'no-host': 'No process restricted to a single address can be started here: {why}',
  unkept: 'The conversation could not be saved: {why}',
  broken: 'Lathe failed during the conversation: {why}',
} as const satisfies Partial<Record<ModelFaultCode | `${ModelFaultCode}:${string}`, string>>;

export type ModelFaultKey = keyof typeof modelFaults;

/** The key of a fault's text; undefined if there is none. */
export function modelFaultKey({ code, values }: ModelFault): ModelFaultKey | undefined {
  const key = values.reason === undefined ? code : `${code}:${values.reason}`;
  return Object.hasOwn(modelFaults, key) ? (key as ModelFaultKey) : undefined;
}
