import { expect, test } from 'vitest';
import { editChoices, moduleChoices } from './module-choices.ts';

const text = `{
    "type": "PythonModule",
    "name": "m",
    "x-mine": [1, 2],
    "tools": [
        { "type": "function", "function": { "name": "f" }, "executionPolicy": "ask-always" }
    ],
    "rulePrompt": "Of the script.",
    "defaultPermissions": { "executionPolicy": "auto" }
}
`;

test('what the script says stands beside what was chosen', () => {
  const chosen = editChoices.tool(text, 'f', 'result', 'always');
  expect(moduleChoices(chosen)).toEqual({
    rulePrompt: { script: 'Of the script.', own: undefined },
    group: {
      execution: { script: 'auto', own: undefined },
      result: { script: undefined, own: undefined },
    },
    tools: [
      {
        name: 'f',
        execution: { script: 'ask-always', own: undefined },
        result: { script: undefined, own: 'always' },
      },
    ],
  });
});

test('A0.18 a choice changes nothing else, and can be taken back', () => {
  const chosen = editChoices.group(editChoices.rulePrompt(text, 'Mine.'), 'execution', 'ask-once');
  expect(JSON.parse(chosen)).toEqual({
    ...JSON.parse(text),
    overrides: { rulePrompt: 'Mine.', permissions: { executionPolicy: 'ask-once' } },
  });
  expect(chosen).toContain('"x-mine": [1, 2]');
  const back = editChoices.rulePrompt(chosen, undefined);
  expect(moduleChoices(back)?.rulePrompt).toEqual({ script: 'Of the script.', own: undefined });
});

test.each(['', '{', '[]', '{"type": 1}'])('%j is no cache', (broken) => {
  expect(moduleChoices(broken)).toBeUndefined();
});
