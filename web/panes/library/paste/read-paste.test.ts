import { expect, test } from 'vitest';
import { readFolder } from '../../../../shared/formats/read-folder.ts';
import { readPaste } from './read-paste.ts';

const calc = { name: 'calc', parameters: ['a', 'op', 'b'] };
const declared = '{"name": "look-up", "description": "Looks up", "parameters": {"type": "object"}}';

test.each([
  ['  \n', { kind: 'nothing' }],
  ['{"a": 1}', { kind: 'arguments', arguments: { a: 1 }, unknown: [] }],
  ['{"a": 1, "z": 2}', { kind: 'arguments', unknown: ['z'] }],
  ['{}', { kind: 'arguments', arguments: {}, unknown: [] }],
  ['{"name": "calc", "arguments": {"a": 2}}', { kind: 'arguments', arguments: { a: 2 } }],
  ['{"type": "tool_use", "name": "calc", "input": {"a": 3}}', { arguments: { a: 3 } }],
  [
    '{"id": "1", "type": "function", "function": {"name": "calc", "arguments": "{\\"a\\": 4}"}}',
    { kind: 'arguments', arguments: { a: 4 } },
  ],
  [declared, { kind: 'tools', id: 'look_up', names: ['look-up'] }],
  [`[${declared}, ${declared.replace('look-up', 'other')}]`, { names: ['look-up', 'other'] }],
  [`{"tools": [{"type": "function", "function": ${declared}}]}`, { kind: 'tools', id: 'look_up' }],
  ['def add(a: int):\n    return a\n', { kind: 'python', id: 'add', names: ['add'] }],
  [
    '"""Adds."""\n\ndef add(a: int):\n    return a\n',
    { kind: 'python', id: 'add', names: ['add'] },
  ],
  [
    'import re\n\nasync def fetch_it():\n    ...\n\ndef _own(): ...\n',
    { kind: 'python', id: 'fetch_it', names: ['fetch_it'] },
  ],
  [
    'curl -s https://user:pw@api.example.com/v1?q=1 \\\n  -H "A: b"',
    { kind: 'curl', id: 'curl_api_example_com' },
  ],
  ['$ curl localhost:8080', { kind: 'curl', id: 'curl_request' }],
])('%j is read as what it looks like', (text, expected) => {
  expect(readPaste(text, calc)).toMatchObject(expected);
});

test.each([
  ['{"a": 1,}', { why: 'syntax', line: 1, column: 9 }],
  ['{"a":\n tru}', { why: 'syntax', line: 2 }],
  ['[1, 2]', { why: 'list', found: 'array' }],
  ['"text"', { why: 'list', found: 'string' }],
  ['{"name": "echo", "arguments": {}}', { why: 'tool', name: 'echo' }],
  ['{"name": "calc", "arguments": 7}', { why: 'call' }],
  ['{"name": "calc", "arguments": "no json"}', { why: 'call' }],
  ['{"mcpServers": {"files": {"command": "x"}}}', { why: 'servers' }],
  ['x = 1\n\ndef _own():\n    ...', { why: 'private', line: 3 }],
  ['curling is a sport', { why: 'other' }],
  ['Nothing of a tool', { why: 'other' }],
])('%j is refused, with what and where', (text, expected) => {
  expect(readPaste(text, calc)).toMatchObject({ kind: 'wrong', ...expected });
});

test('arguments need a tool that they are for', () => {
  expect(readPaste('{"a": 1}', undefined)).toEqual({ kind: 'wrong', why: 'closed' });
});

test('a curl line becomes a tool that can be read and keeps the line, without its password elsewhere', () => {
  const line = 'curl https://me:secret@host.test/a';
  const pasted = readPaste(line, undefined);
  if (!('files' in pasted)) throw new Error('It makes nothing');
  const files = Object.fromEntries(
    Object.entries(pasted.files).map(([path, text]) => [path.replace(/^[^/]+\//, ''), text]),
  );
  const { toolset, problems } = readFolder(pasted.id, files);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(toolset.tools[0]?.code).toMatchObject({ language: 'bash', source: `${line}\n` });
  expect(files['definition.json']).not.toContain('secret');
});
