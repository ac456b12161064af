import { expect, test } from 'vitest';
import type { Ending } from '../../shared/tool/run/ending.ts';
import type { Folder } from '../../shared/tool/folder.ts';
import { ToolDraft } from './tools/tool-draft.svelte.ts';
import { Outcome } from './outcome.svelte.ts';
import { Reading } from './reading.svelte.ts';
import { Run } from './run.svelte.ts';
import { Workspace } from './workspace.svelte.ts';

const files: Folder = {
  'definition.json': '{ "id": "greet", "parameters": { "type": "object", "properties": {} } }',
  'execution.sh': 'echo hello',
  'return.json': '{ "truncate": 2000 }',
};
const ending: Ending = {
  kind: 'finished',
  exitCode: 0,
  stdout: 'hello\n',
  stderr: '',
  output: 'hello\n',
  truncated: false,
  durationMs: 3,
};

const after = async (returns: string) => {
  const workspace = new Workspace();
  workspace.put('greet', files);
  workspace.openId = 'greet';
  const reading = new Reading(workspace);
  const run = new Run(() => undefined);
  run.show({
    id: 'r1',
    toolId: 'greet',
    tool: 'greet',
    startedAt: 0,
    durationMs: 3,
    outcome: 'finished',
    success: true,
    arguments: {},
    result: { success: true, llmContent: 'hello\n', displayContent: 'hello' },
    ending,
  });
  const outcome = new Outcome(workspace, reading, run);
  await outcome.load();
  workspace.edit('greet', 'return.json', returns);
  return outcome;
};

test.each([
  ['the same rules', '{"truncate": 2000}', false, 'hello\n', 'hello'],
  ['a shorter limit', '{"truncate": 2}', true, 'he', 'he'],
  ['a template', '{"truncate": 2000, "template": "Got {output}"}', true, 'hello\n', 'Got hello'],
])('the last ending under %s', async (_name, returns, reshaped, forModel, forPerson) => {
  const outcome = await after(returns);
  expect(outcome.reshaped).toBe(reshaped);
  expect(outcome.result?.llmContent).toContain(forModel);
  expect(outcome.result?.displayContent).toContain(forPerson);
});

test('a draft is dirty from its first edit to its save, and clean when the edit is taken back', () => {
  const draft = new ToolDraft('greet', files, { etag: '"1"', files });
  expect(draft.dirty).toBe(false);
  draft.write('execution.sh', 'echo bye');
  expect(draft.changed).toEqual(['execution.sh']);
  draft.write('execution.sh', 'echo hello');
  expect(draft.dirty).toBe(false);
  draft.write('notes.md', 'new');
  draft.settle({ etag: '"2"', files: draft.files });
  expect(draft.dirty).toBe(false);
  expect(new ToolDraft('fresh', files, undefined).dirty).toBe(true);
});
