import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { putSlow, putTool } from './put-tool.ts';
import { serious } from './serious.ts';

test('a run is opened again, compared, run with changes, and survives a restart', async ({
  workbench,
  runner,
}) => {
  test.setTimeout(120_000);
  const { page, run, history } = workbench;
  await workbench.openTool('calc');
  for (const [a, answer] of [
    ['20', '22'],
    ['30', '32'],
  ] as const)
    await workbench.runWith('a', a, answer);

  await test.step('open the older one: its result and its arguments are back', async () => {
    await workbench.ranBefore(1).click();
    await expect(workbench.modelSees).toHaveText('22');
    await expect(run.getByRole('textbox', { name: /^a/ })).toHaveValue('20');
  });

  await test.step('compare it with the newer one', async () => {
    await workbench.ranBefore(0).hover();
    await history.getByRole('button', { name: 'Compare with the open run' }).click();
    const compared = page.getByRole('dialog', { name: 'Compare two runs' });
    await expect(compared).toContainText('"a": 20');
    await expect(compared).toContainText('"a": 30');
    await expect(compared.getByText('1 line differs').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(compared).toBeHidden();
  });

  await test.step('run it again with a change', async () => {
    await run.getByRole('textbox', { name: /^b/ }).fill('5');
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText('25');
    await expect(workbench.ranBefore(0)).toHaveAttribute('aria-current', 'true');
  });

  await test.step('a restart of the runner, and a reload', async () => {
    const before = await history.locator('button.open').count();
    await runner.crash();
    await runner.again();
    await page.reload();
    await expect(history.locator('button.open')).toHaveCount(before);
    await workbench.ranBefore(0).click();
    await expect(workbench.modelSees).toHaveText('25');
  });
});

test('P1 a run is made again by its own tool or by none', async ({ workbench, runner }) => {
  const { page, editor, history } = workbench;
  const started: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/runs'))
      started.push(request.postDataJSON().toolId);
  });
  const row = (tool: string) => history.locator('li').filter({ hasText: tool }).first();
  // It is drawn for the row that is pointed at.
  const again = (tool: string) =>
    row(tool).getByRole('button', {
      ...{ name: `Run ${tool} again with these arguments`, includeHidden: true },
    });
  const press = async (tool: string): Promise<void> => {
    await row(tool).hover();
    await again(tool).click();
  };
  const definition = (id: string) =>
    JSON.stringify({ id, description: 'x', parameters: { type: 'object', properties: {} } });
  for (const id of ['renames', 'leaves']) {
    putTool(runner, { id, code: `print('${id}')`, files: { 'definition.json': definition(id) } });
    await workbench.openTool(id);
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText(id);
    await expect(workbench.ranBefore(0)).toContainText(id);
  }
  await workbench.openTool('renames');
  await press('leaves');
  await expect(workbench.tool('leaves')).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => started).toEqual(['renames', 'leaves', 'leaves']);
  await expect(workbench.modelSees).toHaveText('leaves');

  await test.step('a deleted tool, and one that has another name now, say why they cannot', async () => {
    await workbench.act('leaves', 'Delete');
    await expect(workbench.tool('leaves')).toHaveCount(0);
    await expect(again('leaves')).toBeDisabled();
    await expect(again('leaves')).toHaveAttribute('title', /"leaves" no longer exists/);
    await workbench.openTool('renames');
    await editor.write('definition.json', definition('renamed'));
    await expect(again('renames')).toBeDisabled();
  });

  await test.step('of an edited folder that is not open that is known when it is', async () => {
    await workbench.openTool('calc');
    await press('renames');
    await expect(workbench.tool('renames')).toHaveAttribute('aria-current', 'true');
    await expect(workbench.modelSees).toHaveText('renames');
    await expect(workbench.result).toContainText('renames');
  });

  await test.step('a record that cannot be read starts nothing', async () => {
    await workbench.openTool('calc');
    await workbench.runIt();
    await expect(workbench.ranBefore(0)).toContainText('calc');
    await workbench.openTool('greet');
    await page.route('**/api/runs/*', (route) => route.fulfill({ status: 404, json: {} }));
    const asked = page.waitForResponse('**/api/runs/*');
    await press('calc');
    await asked;
    await expect(page.getByText('no run "')).toBeVisible();
  });
  expect(started).toEqual(['renames', 'leaves', 'leaves', 'calc']);
});

test('P2 the open run of the history is the one beside it, after a reload, too', async ({
  workbench,
}) => {
  const { page, history } = workbench;
  for (const id of ['greet', 'calc']) {
    await workbench.openTool(id);
    await workbench.runIt();
    await expect(workbench.ranBefore(0)).toContainText(id);
    await expect(workbench.ranBefore(0)).toHaveAttribute('aria-current', 'true');
  }
  const open = history.locator('button.open[aria-current=true]');
  await workbench.openTool('greet');
  await expect(open).toHaveCount(1);
  await expect(open).toContainText('greet');
  await page.reload();
  await expect(open).toContainText('greet');
  await workbench.ranBefore(0).hover();
  await history.getByRole('button', { name: 'Compare with the open run' }).click();
  const older = page
    .locator('.fact')
    .filter({ has: page.getByRole('heading', { name: 'Older run' }) });
  await expect(older).toContainText('greet');
  await page.keyboard.press('Escape');
});

/** The rows of the history in the place of the tool's panes. */
const rowsOf = (page: Page) => page.getByTestId('runs').locator('button.open');
const filters = (page: Page) => page.getByTestId('runs').getByRole('search');

test('A3.37 runs are searched and filtered on the runner; their times and steps are shown', async ({
  workbench,
}) => {
  const { page, run, history } = workbench;
  await workbench.openTool('greet');
  for (const name of ['Ada Lovelace', 'Grace Hopper']) {
    await run.getByRole('textbox', { name: /^name/ }).fill(name);
    await workbench.runIt();
    await expect(workbench.modelSees).toContainText(name);
  }
  await history.getByRole('button', { name: 'Open the history' }).click();
  const rows = rowsOf(page);
  const [words, tools, states] = [
    filters(page).getByRole('searchbox', { name: 'Search runs' }),
    filters(page).getByRole('combobox', { name: 'Tool' }),
    filters(page).getByRole('combobox', { name: 'Status' }),
  ];
  await words.fill('lovelace');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/#\/history\?text=lovelace$/);
  await states.selectOption('Unsuccessful');
  await expect(page.getByTestId('runs')).toContainText('No runs match');
  await states.selectOption('All statuses');
  await words.fill('');
  await expect(page).toHaveURL(/#\/history$/);
  await tools.selectOption('greet');
  await expect(rows.first()).toContainText('greet');

  await page.getByTestId('runs').getByRole('button', { name: 'Steps of this run' }).first().click();
  const steps = page.getByRole('dialog', { name: 'Steps of greet' });
  await expect(steps.getByRole('listitem')).toContainText(['done']);
  await page.keyboard.press('Escape');

  await history.getByRole('button', { name: 'Durations over time' }).click();
  const times = page.getByRole('dialog', { name: 'Durations over time' });
  await expect(times.getByRole('combobox', { name: 'Tool' })).toHaveValue('greet');
  await expect(
    times.getByRole('list', { name: 'Durations over time' }).getByRole('listitem'),
  ).toHaveCount(await rows.count());
  // Each bar is one run, which is its own median.
  await expect(times).not.toContainText('95th percentile');
  await page.keyboard.press('Escape');
});

test('the history has an address with its filters; a run opens from it, and Back returns', async ({
  workbench,
}) => {
  const { page, run } = workbench;
  await workbench.openTool('text_len');
  for (const text of ['looked for', 'not this one']) {
    await run.getByRole('textbox', { name: /^text/ }).fill(text);
    await workbench.runIt();
    await expect(workbench.ranBefore(0)).toContainText(text);
  }
  const asked = '#/history?tool=text_len&state=succeeded&text=looked&time=hour';
  await page.goto(new URL(asked, page.url()).href);
  await page.reload();
  const rows = rowsOf(page);
  await expect(rows).toHaveCount(1);
  for (const [name, value] of [
    ['Tool', 'text_len'],
    ['Status', 'succeeded'],
    ['Time', 'hour'],
  ] as const)
    await expect(filters(page).getByRole('combobox', { name })).toHaveValue(value);
  expect(await serious(page), 'history').toEqual([]);
  await rows.first().click();
  await expect(page).toHaveURL(/#\/runs\//);
  await expect(run.getByRole('textbox', { name: /^text/ })).toHaveValue('looked for');
  await page.goBack();
  await expect(rows).toHaveCount(1);
  await filters(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/#\/history$/);
  await expect(rows.nth(1)).toContainText('looked for');
});

test('two runs are compared from the history: the older one left, the newer one right', async ({
  workbench,
}) => {
  const { page, run } = workbench;
  await workbench.openTool('text_len');
  for (const text of ['the first', 'the second']) {
    await run.getByRole('textbox', { name: /^text/ }).fill(text);
    await workbench.runIt();
    await expect(workbench.ranBefore(0)).toContainText(text);
  }
  await workbench.history.getByRole('button', { name: 'Open the history' }).click();
  const row = (index: number) => page.getByTestId('runs').getByRole('listitem').nth(index);
  // The newer one is chosen first, and stands at the right all the same.
  await row(0).getByRole('button', { name: 'Compare with another run' }).click();
  await row(1).getByRole('button', { name: 'Compare with the marked run' }).click();
  const compared = page.getByRole('dialog', { name: 'Compare two runs' });
  const [older, newer] = ['Older run', 'Newer run'].map((name) =>
    compared.locator('.fact').filter({ has: page.getByRole('heading', { name }) }),
  );
  await expect(older!).toContainText('the first');
  await expect(newer!).toContainText('the second');
  const args = compared.getByRole('group', { name: 'Arguments' });
  await expect(args.locator('.changed.left')).toContainText('"the first"');
  await expect(args.locator('.changed:not(.left)')).toContainText('"the second"');
  expect(await serious(page), 'compare').toEqual([]);
});

test('the rows of the library stay where they are when runs come: the history has its room before the first', async ({
  workbench,
  runner,
}) => {
  const { page, library, history } = workbench;
  const place = () => workbench.tool('calc').boundingBox();
  const height = async () => (await library.boundingBox())?.height ?? 0;
  // What comes late has come: conversations, servers, and the trash if an earlier row left anything there.
  const trash = join(runner.workspace, '.lathe', 'trash');
  const desks = existsSync(trash) && readdirSync(trash).length > 0 ? 3 : 2;
  await expect(page.locator('.desk')).toHaveCount(desks);
  await history.getByRole('heading').waitFor();
  const before = await place();
  await workbench.openTool('calc');
  await workbench.runIt();
  await expect(workbench.modelSees).toBeVisible();
  expect(await place()).toEqual(before);
  const beside = await height();
  // The same where there has never been a run.
  await page.route('**/api/runs', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { runs: [], total: 0 } })
      : route.continue(),
  );
  await page.reload();
  await expect(page.locator('.desk')).toHaveCount(desks);
  await expect(history).toContainText('All runs are kept here');
  await expect.poll(place).toEqual(before);
  await expect.poll(height).toBe(beside);
});

test('P8 a run keeps the name of its sample when another tool is open, and after a reload', async ({
  workbench,
}) => {
  const { page, run } = workbench;
  await workbench.openTool('calc');
  await run.getByRole('button', { name: /^division by zero/ }).click();
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('ZeroDivisionError');
  await expect(workbench.ranBefore(0)).toContainText('division by zero');
  await workbench.openTool('greet');
  await expect(workbench.ranBefore(0)).toContainText('division by zero');
  await page.reload();
  await expect(workbench.title).toHaveText('greet');
  await expect(workbench.ranBefore(0)).toContainText('division by zero');
});

test('a run that goes on stands at the top of the history, and leads to its tool', async ({
  workbench,
  runner,
}) => {
  const { page, history } = workbench;
  putSlow(runner, 'goes_on', 'first part');
  await workbench.openTool('goes_on');
  const count = async () => Number.parseInt(await history.getByText(/^\d+ runs?$/).innerText());
  const before = await count();
  await workbench.runIt();
  const row = history.getByRole('list', { name: 'Runs in progress' }).getByRole('button');
  await expect(row).toContainText('goes_on');
  expect(await count()).toBe(before + 1);
  await expect(row).toContainText('running');
  await workbench.openTool('calc');
  await row.click();
  await expect(workbench.tool('goes_on')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('Escape');
  await expect(row).toHaveCount(0);
  await expect.poll(count).toBe(before + 1);
});
