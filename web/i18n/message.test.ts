import { expect, test } from 'vitest';
import { formatMessage } from './message.ts';
import type { Message, Values } from './message.ts';

const rows: { message: Message; values: Values; locale: string; text: string }[] = [
  { message: 'Run {name}', values: { name: 'calc' }, locale: 'en', text: 'Run calc' },
  { message: 'Keep {{x}} and {y}', values: { y: 1 }, locale: 'en', text: 'Keep {{x}} and 1' },
  { message: '{n} bytes', values: { n: 12345 }, locale: 'en', text: '12,345 bytes' },
  {
    message: { one: '{count} run', other: '{count} runs' },
    values: { count: 1 },
    locale: 'en',
    text: '1 run',
  },
  {
    message: { one: '{count} run', other: '{count} runs' },
    values: { count: 0 },
    locale: 'en',
    text: '0 runs',
  },
  { message: { other: '{count} 次' }, values: { count: 1 }, locale: 'zh-CN', text: '1 次' },
];

test.each(rows)('$locale: $text', ({ message, values, locale, text }) => {
  expect(formatMessage(message, values, locale)).toBe(text);
});
