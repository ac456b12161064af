import { describe, expect, test } from 'vitest';
import { agentFields, editAgent } from './agent-fields.ts';

const source = `{
  "x-mine": [1,   2],
  "tools": ["Read", "Gone"],
  "limits": { "timeoutMs": 90000 },
  "system": "Be brief."
}
`;

describe('an edit changes its own place alone', () => {
  test.each<[what: string, made: string | undefined, expected: string]>([
    [
      'a text',
      editAgent.set(source, 'system', 'Be long.'),
      source.replace('Be brief.', 'Be long.'),
    ],
    [
      'a text emptied',
      editAgent.set(source, 'system', ''),
      source.replace(/,\n {2}"system".*/, ''),
    ],
    [
      'a model',
      editAgent.model(source, ' openai:gpt-5 '),
      source.replace('brief."', 'brief.",\n  "model": "openai:gpt-5"'),
    ],
    ['all tools', editAgent.tools(source, 'all'), source.replace('["Read", "Gone"]', '"all"')],
    ['a tool', editAgent.tools(source, ['Read']), source.replace(', "Gone"', '')],
    [
      'a time in seconds',
      editAgent.limit(source, 'timeoutMs', '1.5'),
      source.replace('90000', '1500'),
    ],
    [
      'the last limit',
      editAgent.limit(source, 'timeoutMs', ''),
      source.replace('  "limits": { "timeoutMs": 90000 },\n', ''),
    ],
    [
      'a schema',
      editAgent.output(source, '{"type": "object"}'),
      source.replace('brief."', 'brief.",\n  "output": {\n    "type": "object"\n  }'),
    ],
  ])('%s', (_, made, expected) => expect(made).toBe(expected));
});

describe('what does not fit is not written', () => {
  test.each<[what: string, made: string | undefined]>([
    ['a model of no provider', editAgent.model(source, 'gpt-5')],
    ['the person as the model', editAgent.model(source, 'person')],
    ['no turn', editAgent.limit(source, 'maxTurns', '0')],
    ['a half call', editAgent.limit(source, 'maxToolCalls', '1.5')],
    ['a time in words', editAgent.limit(source, 'timeoutMs', 'soon')],
    ['a broken schema', editAgent.output(source, '{"type": ')],
    ['a list as a schema', editAgent.output(source, '[]')],
  ])('%s', (_, made) => expect(made).toBeUndefined());
});

test('the form shows what it knows and names the rest', () => {
  expect(agentFields(source)).toMatchObject({
    ...{ tools: ['Read', 'Gone'], system: 'Be brief.', others: ['x-mine'], isPlan: false },
    limits: { timeoutMs: '90', maxTurns: '' },
  });
  expect(agentFields('{}')?.tools).toBe('all');
  for (const text of ['[]', '{', '{"a": 1 // why\n}']) expect(agentFields(text)).toBeUndefined();
});
