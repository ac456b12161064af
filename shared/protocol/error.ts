import { z } from 'zod';
import type { ServerFaultCode } from './mcp/state.ts';
import type { ModelFaultKey } from './model-faults.ts';
import { Phrase } from '../tool/problem/phrase.ts';
import type { ProblemCode } from '../tool/problem/problem-codes.ts';

/** The body of every response that is not 2xx. `path` is the place in the request, `hint` what to do. */
export const ApiError = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    path: z.string().optional(),
    hint: z.string().optional(),
    /** The values of the page's own sentence. */
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    /** The value of `{why}`, if the page words it separately. */
    reason: Phrase.optional(),
  }),
});
export type ApiError = z.infer<typeof ApiError>;

/** Why a request is refused, by code, with the names of the values that the sentence needs. */
export const refusals = {
  'bad-body': ['why'],
  'body-cut-short': [],
  'body-too-large': [],
  'body-too-slow': [],
  'not-json': [],
  'not-utf-8': [],
  'too-deep': [],
  'too-many-values': [],
  'bad-path': [],
  'wrong-host': [],
  'wrong-origin': [],
  'cross-site': [],
  'wrong-content-type': [],
  'not-found': [],
  'not-allowed': [],
  'no-credential': [],
  'token-used': [],
  'too-large': [],
  broken: [],
  'disk-full': [],
  'read-only': [],
  unwritable: ['why'],
  unread: ['file', 'why'],
  'no-such-tool': [],
  disabled: [],
  'tool-calls-off': [],
  'which-tool': [],
  'too-many-runs': [],
  'no-condition': [],
  'bad-condition': [],
  'changed-meanwhile': [],
  'other-format': [],
  refused: [],
  'not-in-trash': [],
  'too-busy': [],
  'import-too-slow': [],
  'not-exported': ['id', 'format'],
  'no-files': ['id'],
  'unknown-format': [],
  'no-such-run': [],
  'bad-outcome': [],
  'bad-success': [],
  'bad-since': [],
  'bad-limit': [],
  'bad-points': [],
  'no-such-question': [],
  'no-such-decision': [],
  stale: [],
  'bad-limits': ['most'],
  'no-such-folder': ['folder'],
  'folder-not-allowed': ['folder'],
  'folder-outside': ['folder'],
  'unknown-provider': [],
  'no-modules': [],
  'no-module': [],
  unavailable: ['why'],
  'no-such-server': [],
  'server-exists': ['name'],
  'too-many-servers': [],
  'server-in-folder': ['file'],
  'not-a-folder': ['why'],
  'tool-changed': [],
  'server-refused': ['why'],
  'no-such-session': [],
  'bad-mode': [],
  'no-such-conversation': [],
  'no-such-node': [],
  'one-at-a-time': [],
  'nothing-to-answer': [],
  'nothing-to-do': [],
  'no-calls': [],
  'no-such-call': [],
  'goes-on': [],
  'no-request': ['why'],
  'no-help-request': ['why'],
  'bad-format': [],
  'bad-number': [],
  'bad-stop-reason': [],
  'no-such-turn': [],
  'stray-node': [],
  'no-such-provider': [],
  'unexpected-answer': [],
  unknown: [],
} as const;
type Own = keyof typeof refusals;

/** The values that a code requires. */
export type RefusalValue<Code> = Code extends Own ? (typeof refusals)[Code][number] : never;

type AddressFault<Key> = Key extends `bad-address:${infer Reason}`
  ? `bad-address-${Reason}`
  : never;

/** Refusals that another table words. */
type Others = ProblemCode | `server-${ServerFaultCode}` | 'bad-key' | AddressFault<ModelFaultKey>;

/** Every refusal code of the runner. If the page lacks a text for one, it does not compile. */
export type RefusalCode = Own | Others;

/** The codes without values. */
export type PlainRefusal = {
  [Code in Own]: [RefusalValue<Code>] extends [never] ? Code : never;
}[Own];
