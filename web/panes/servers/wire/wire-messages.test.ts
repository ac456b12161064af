import { expect, test } from 'vitest';
import type { WireMessage } from '../../../../shared/protocol/mcp/wire.ts';
import { filterMessages, messageText } from './wire-messages.svelte.ts';

const one = (n: number, more: Partial<WireMessage>): WireMessage => ({
  ...{ n, at: n, direction: 'sent', kind: 'request', bytes: 10, message: {} },
  ...more,
});
const all = [
  one(1, { method: 'tools/list', id: 7, message: { method: 'tools/list' } }),
  one(2, {
    kind: 'response',
    method: 'tools/list',
    id: 7,
    message: { result: { tools: ['Echo'] } },
  }),
  one(3, { kind: 'stderr', message: 'Started on stdio' }),
];

test.each<[string, Parameters<typeof filterMessages>[2], number[]]>([
  ['', undefined, [1, 2, 3]],
  ['', 'stderr', [3]],
  ['ECHO', undefined, [2]],
  ['tools/list', 'request', [1]],
  ['list echo', undefined, [2]],
  ['absent', undefined, []],
])('"%s" of kind %s', (query, kind, numbers) => {
  expect(filterMessages(all, query, kind).map(({ n }) => n)).toEqual(numbers);
});

test('a message is shown as JSON, what was none as it stood', () => {
  expect(messageText(all[0]!)).toBe('{\n  "method": "tools/list"\n}');
  expect(messageText(all[2]!)).toBe('Started on stdio');
});
