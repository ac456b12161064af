import { expect, test } from 'vitest';
import { tagsIn, withTags, type TagsIn } from './tags-in.ts';

const definition = '{\n  "id": "calc",\n  "tags": ["money"]\n}\n';

test.each<[string, Parameters<typeof tagsIn>[0], ReturnType<typeof tagsIn>]>([
  [
    'a definition',
    { 'definition.json': definition },
    { file: 'definition.json', text: definition, tags: ['money'] },
  ],
  ['an agent without tags', { 'agent.json': '{}' }, { file: 'agent.json', text: '{}', tags: [] }],
  ['a module, whose code declares them', { 'a.py': 'x = 1' }, undefined],
  ['invalid JSON', { 'definition.json': '{ "id": ' }, { invalid: 'definition.json' }],
  ['no object', { 'definition.json': '[]' }, { invalid: 'definition.json' }],
  [
    'tags that are no list of strings',
    { 'definition.json': '{"tags": [1]}' },
    { invalid: 'definition.json' },
  ],
])('where tags are said: %s', (_, files, said) => {
  expect(tagsIn(files)).toEqual(said);
});

test('other tags leave every other byte as it is; none leave no list', () => {
  const files = { 'definition.json': definition, 'execution.py': 'print(1)\n' };
  const found = tagsIn(files) as TagsIn;
  expect(withTags(files, found, ['money', 'daily'])).toEqual({
    ...files,
    'definition.json': definition.replace('["money"]', '["money", "daily"]'),
  });
  expect(withTags(files, found, [])['definition.json']).toBe('{\n  "id": "calc"\n}\n');
});
