import { expect, test } from 'vitest';
import { readFolder } from '../read-folder.ts';

const definition =
  '{"id": "t", "description": "A tool of a test", "parameters": {"type": "object", "properties": {}}}';

test('A1.44 this format does not run code for Node', () => {
  const { toolset, problems } = readFolder('t', {
    'definition.json': definition,
    'execution.js': 'console.log(1)',
  });
  expect(toolset.tools).toEqual([]);
  expect(problems.filter((problem) => problem.severity === 'error')[0]?.message).toContain(
    'execution.js',
  );
});

test('A1.44 a definition cannot loosen its sandbox', () => {
  const { toolset } = readFolder('t', {
    'definition.json': definition.replace('"id"', '"sandbox": "off", "network": true, "id"'),
    'execution.py': 'print(1)',
  });
  const [tool] = toolset.tools;
  expect(Object.keys(tool?.definition ?? {})).not.toContain('sandbox');
  expect(Object.keys(tool?.code ?? {})).not.toContain('network');
});
