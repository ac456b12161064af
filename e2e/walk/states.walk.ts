import { test } from '../fixtures.ts';
import { isDrawn, isFull, walk } from './walk.ts';
import { dialogStates } from './dialog-states.ts';
import { libraryStates } from './library-states.ts';
import { settingsStates } from './settings-states.ts';
import { serverStates } from './server-states.ts';
import { talkStates } from './talk-states.ts';
import { toolStates } from './tool-states.ts';

// Each row reaches a state once and looks at it in every width, theme and language.
test.describe.configure({ timeout: 600_000 });

const states = [
  ...[...toolStates, ...libraryStates, ...dialogStates, ...settingsStates],
  ...[...talkStates, ...serverStates],
].filter((one) => (isDrawn ? one.isDrawn : isFull || !one.isRare));

for (const { state, panes, reach } of states)
  test(`${state}, in every width, theme and language`, async ({ page, workbench, runner }) => {
    const undo = await reach({ page, workbench, runner });
    await walk(page, state, panes);
    await undo?.();
  });
