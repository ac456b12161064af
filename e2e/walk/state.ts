import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Workbench } from '../pages/workbench.ts';
import type { Runner } from '../runner.ts';

export interface Around {
  page: Page;
  workbench: Workbench;
  runner: Runner;
}
export interface State {
  state: string;
  /** The panes that a phone shows of it, by their places in the bar at its foot. */
  panes?: number[];
  /** Walked by `npm run walk` alone: what it shows is much like another. */
  isRare?: boolean;
  /** Stands in the documents: `npm run walk -- --pictures` takes it anew. */
  isDrawn?: boolean;
  /** Brings it about; answers what undoes it, if others would meet it. */
  reach(around: Around): Promise<void | (() => void | Promise<void>)>;
}

export const [LIBRARY, EDIT, SCHEMA, ARGS, RESULT] = [0, 1, 2, 3, 4];
/** Beside the library, where the history has a view of its own. */
export const RUNS = 1;

export const putScript = (runner: Runner, id: string, script: string, more = {}): void => {
  const folder = join(runner.workspace, 'tools', id);
  mkdirSync(folder, { recursive: true });
  const definition = {
    ...{ id, description: 'A script that the walk through the states runs', timeout: 60 },
    parameters: { type: 'object', properties: {} },
    ...more,
  };
  writeFileSync(join(folder, 'execution.sh'), script);
  writeFileSync(join(folder, 'definition.json'), JSON.stringify(definition, null, 2));
};

export const runCalc = ({ workbench }: Around, a: string): Promise<void> =>
  workbench.runWith('a', a, String(Number(a) + 2));

export const act = async (page: Page, action: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('dialog').getByRole('combobox').fill(action);
  await page.keyboard.press('Enter');
};
