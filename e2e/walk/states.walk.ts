import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { LIBRARY } from './state.ts';
import { isFull, walk } from './walk.ts';
import { libraryStates } from './library-states.ts';
import { talkStates } from './talk-states.ts';
import { toolStates } from './tool-states.ts';

// Each row reaches a state once and looks at it in every width, theme and language.
test.describe.configure({ timeout: 240_000 });

for (const { state, panes, reach } of [...toolStates, ...libraryStates, ...talkStates].filter(
  ({ isRare }) => isFull || !isRare,
))
  test(`${state}, in every width, theme and language`, async ({ page, workbench, runner }) => {
    const undo = await reach({ page, workbench, runner });
    await walk(page, state, panes);
    await undo?.();
  });

test('empty, in every width, theme and language', async ({ page, workbench, runner }) => {
  const tools = join(runner.workspace, 'tools');
  const aside = join(runner.workspace, 'walk-aside');
  await workbench.tool('calc').waitFor();
  mkdirSync(aside);
  const names = readdirSync(tools);
  for (const name of names) renameSync(join(tools, name), join(aside, name));
  await expect(workbench.tool('calc')).toHaveCount(0);
  await walk(page, 'empty', [LIBRARY]);
  for (const name of names) renameSync(join(aside, name), join(tools, name));
  rmSync(aside, { recursive: true });
});
