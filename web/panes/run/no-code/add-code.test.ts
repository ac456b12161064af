import { expect, test } from 'vitest';
import { readFolder } from '../../../../shared/formats/read-folder.ts';
import { filesWithCode } from './add-code.ts';

const declared = (parameters: unknown) => {
  const text = JSON.stringify({ name: 'look_up', description: 'Looks up', parameters });
  const [tool] = readFolder('declared', { 'declared.json': text }).toolset.tools;
  if (!tool) throw new Error('Nothing is declared');
  return filesWithCode(tool);
};

test.each([
  ['no parameters', { type: 'object' }, /^print\("Write here/],
  [
    'a required, a defaulted and an optional one',
    {
      type: 'object',
      properties: { q: { type: 'string' }, n: { type: 'integer', default: 3 }, o: {}, 'b-d': {} },
      required: ['q', 'b-d'],
    },
    /^print\("q:", \{q\}\)\nprint\("n:", \{n\}\)\n$/,
  ],
])('a declaration with %s gets code that can be read', (_name, parameters, source) => {
  const files = declared(parameters);
  expect(files['execution.py']).toMatch(source);
  const { toolset, problems } = readFolder('declared', files);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(toolset).toMatchObject({
    format: 'three-layer',
    tools: [{ definition: { name: 'look_up' } }],
  });
});
