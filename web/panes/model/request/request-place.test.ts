import { expect, test } from 'vitest';
import type { ConversationNode } from '../../../../shared/protocol/conversations/conversations.ts';
import { requestPlace } from './request-place.ts';

/** A branch by its roles: u, a and r; ids count from 1. */
const branch = (roles: string): ConversationNode[] =>
  [...roles].map((role, at) => {
    const place = { id: String(at + 1), parent: at === 0 ? null : String(at), at: 0 };
    if (role === 'u') return { ...place, role: 'user', text: 'x' };
    if (role === 'r') return { ...place, role: 'results', results: [] };
    return {
      ...{ ...place, role: 'answer', by: 'person', parts: [], durationMs: 0 },
      ...{ source: 'live', whole: true },
    };
  });

test.each<[string, string, string, object]>([
  ['nothing was said', '', '', { parent: null, number: 1, isPast: false }],
  ['the first message is typed', '', 'hi', { parent: null, text: 'hi', number: 1, isPast: false }],
  ['a message waits', 'u', '', { parent: '1', number: 1, isPast: false }],
  ['results wait', 'uar', '', { parent: '3', before: '1', number: 2, isPast: false }],
  ['a call is answered by nobody yet', 'ua', '', { parent: '1', number: 1, isPast: true }],
  ['the model has answered', 'uara', ' ', { parent: '3', before: '1', number: 2, isPast: true }],
  [
    'and the next message is typed',
    'uara',
    'more',
    { parent: '4', text: 'more', before: '3', number: 3, isPast: false },
  ],
])('%s', (_what, roles, text, place) => {
  expect(requestPlace(branch(roles), text)).toEqual(place);
});
