import type { ApiError, refusals } from '../../shared/protocol/error.ts';
import { i18n } from './i18n.svelte.ts';
import { fillWording, LazyTexts } from './lazy-texts.svelte.ts';
import { issueWordings, phraseText } from './problem-text.ts';

type Refusal = ApiError['error'];

/** What the page says in its own words; the others are said as the runner says them. */
export const englishRefusals: Partial<Record<keyof typeof refusals, string>> = {
  'no-such-conversation': 'There is no such conversation. It may have been deleted',
  'no-such-node': 'This message no longer exists. Reload the page',
  'one-at-a-time': 'A turn begins with one thing: a message, an answer or results',
  'nothing-to-answer': 'An answer follows a message, or the results of calls',
  'nothing-to-do': 'Nothing is left to answer here. Write a message',
  'no-calls': 'Results follow an answer that calls tools',
  'no-such-call': 'The answer does not contain this call. Reload the page',
  'goes-on': 'The conversation is already continuing from here. Wait until it ends, or stop it',
  'no-request': 'These messages cannot be put into a request: {why}. Edit the last one',
  'no-help-request': 'This cannot be put into a request: {why}',
  'bad-format': 'A conversation is exported as Markdown or JSON',
  'bad-limit': 'Request at least one',
  'bad-number': 'The runner does not understand the number in the request. Reload the page',
  'no-such-turn': 'This turn has ended, or never started. Reload the page',
  'stray-node':
    'The conversation cannot be imported: one of its messages does not follow an earlier one',
  'no-such-provider': 'There is no such provider',
  'bad-path': 'The runner does not understand the address. Reload the page',
  'not-found': 'The runner does not know this request. Reload the page',
  'not-allowed': 'Only the page that the runner’s address opened may do this',
  'too-large': 'This is larger than the runner accepts',
  broken: 'Lathe failed while it answered. Look at the runner’s log',
  'disk-full': 'Nothing was changed: the disk is full. Make room and try again',
  'read-only':
    'Nothing was changed: the workspace is read-only. Make it writable, or start Lathe with another one',
  unwritable:
    'Nothing was changed: the disk could not be written ({why}). Check the disk and try again',
  unread:
    'Nothing was changed: “{file}” could not be read ({why}). Make the file readable and try again',
  'unexpected-answer': 'This page does not understand the runner’s answer. Reload the page',
  unknown: 'The runner refused the request',
};

export const refusalWordings = new LazyTexts(() =>
  import('./texts/refusals.ts').then(({ refusalTexts }) => refusalTexts),
);

/** Settles once refusals are worded in the reader's language, for a sentence that is shown once. */
export const refusalsWorded = async (): Promise<void> => {
  if (i18n.locale === 'en') return;
  await Promise.all([refusalWordings.load(), issueWordings.load()]);
};

/** Why the runner refused what was asked, and what to do, in the reader's language. */
export function refusalText({ code, values, message, path, hint, reason }: Refusal): string {
  const texts: Readonly<Record<string, string>> | undefined =
    i18n.locale === 'en' ? englishRefusals : refusalWordings.current;
  const why = reason && phraseText(reason);
  const given = { ...values, ...(why !== undefined && { why }) };
  const text = texts?.[`${code}:${values?.['reason']}`] ?? texts?.[code];
  const worded = fillWording(text, given);
  if (worded !== undefined) return why && path ? `${worded}（${path}）` : worded;
  const where = path ? `${message} (${path})` : message;
  return hint ? `${where}. ${hint}` : where;
}
