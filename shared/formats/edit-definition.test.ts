import { expect, test } from 'vitest';
import { removeIn, setIn } from './edit-definition.ts';

const text =
  '{\n\t// mine\n\t"id":   "calc",\n\t"x-own": [1,2],\n\t"parameters": {"type": "object"}\n}\n';

test('setting a value changes no other bytes', () => {
  expect(setIn(text, ['id'], 'sum')).toBe(text.replace('"calc"', '"sum"'));
});

test('indents a new value like its neighbours', () => {
  const next = setIn('{\r\n    "id": "a"\r\n}', ['timeout'], 5);
  expect(next).toBe('{\r\n    "id": "a",\r\n    "timeout": 5\r\n}');
  expect(setIn(text, ['icon'], 'bot.svg')).toContain('{"type": "object"},\n\t"icon": "bot.svg"\n}');
});

test('a replaced container stays on one line or on several', () => {
  expect(setIn('{"a": [1, 2]}', ['a'], [1, { b: '[ ]' }])).toBe('{"a": [1, {"b": "[ ]"}]}');
  expect(setIn('{\n  "a": 1\n}', ['a'], { b: [] })).toBe('{\n  "a": {\n    "b": []\n  }\n}');
  expect(setIn('{"a": "x"}', ['a', 'b'], 1)).toContain('"b": 1');
});

test('an empty text becomes an object', () => {
  expect(JSON.parse(setIn('', ['a', 'b'], 1))).toEqual({ a: { b: 1 } });
});

test('creates missing objects', () => {
  const next = setIn('{}', ['parameters', 'properties', 'a', 'type'], 'string');
  expect(JSON.parse(next)).toEqual({ parameters: { properties: { a: { type: 'string' } } } });
});

test('removes a value with its key and one comma', () => {
  expect(removeIn(text, ['x-own'])).toBe(text.replace('\n\t"x-own": [1,2],', ''));
  expect(removeIn(text, ['nothing', 'here'])).toBe(text);
});

test('text after a removed value keeps its line', () => {
  const rules = '{\r\n  "truncate": 5,\r\n  "x":  [1,2]\r\n}\r\n';
  expect(removeIn(rules, ['truncate'])).toBe('{\r\n  "x":  [1,2]\r\n}\r\n');
  expect(removeIn(rules, ['x'])).toBe('{\r\n  "truncate": 5\r\n}\r\n');
  expect(removeIn('{"a": 1, "b": 2,\n"c": 3}', ['b'])).toBe('{"a": 1,\n"c": 3}');
  expect(removeIn(rules, ['x', 0])).toBe(rules.replace('[1,2]', '[2]'));
});

test('items of arrays', () => {
  expect(setIn('{"required": ["a", "c"]}', ['required', 1], 'b')).toBe('{"required": ["a", "b"]}');
  expect(removeIn('{"required": ["a", "c"]}', ['required', 0])).toBe('{"required": ["c"]}');
});
