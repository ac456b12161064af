import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('on a phone every pane is a tab away, Run is in reach, and a whole run is made', async ({
  workbench,
}) => {
  const { page, run, editor, preview } = workbench;
  const runs = page.getByRole('navigation').getByRole('button', { name: 'Run' });
  await workbench.pane('Library');
  await workbench.tool('calc').click();
  for (const [name, pane] of [
    ['Edit', editor.pane],
    ['Schema', preview],
    ['Args', run],
  ] as const) {
    await workbench.pane(name);
    await expect(pane).toBeVisible();
    await expect(runs).toBeInViewport({ ratio: 1 });
  }
  await run.getByRole('textbox', { name: /^a/ }).fill('40');
  await runs.click();
  await expect(workbench.modelSees).toHaveText('42');
  await expect(workbench.modelSees).toBeInViewport();
  await expect(workbench.personSees).toBeInViewport();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
});

test('on a phone the library is the main part of the page, with its heading', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.pane('Library');
  const main = page.getByRole('main');
  await expect(main).toHaveCount(1);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Library');

  await workbench.tool('calc').click();
  await expect(main).toHaveCount(1);
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('calc');
});

test('on a phone all that is said of a result, and what can be done with it, is in sight', async ({
  workbench,
  runner,
}) => {
  const { page, result } = workbench;
  const tool = { id: 'wide_head', code: "print('as it is')\n" };
  putTool(runner, tool);
  await workbench.pane('Library');
  await workbench.tool('wide_head').click();
  await page.getByRole('navigation').getByRole('button', { name: 'Run' }).click();
  await expect(workbench.modelSees).toHaveText('as it is');
  putTool(runner, { ...tool, files: { 'return.json': '{ "truncate": 5 }' } });
  await expect(result.getByText('Edited return rules applied')).toBeInViewport({ ratio: 1 });
  await expect(result.getByRole('button', { name: 'Set as the expected result' })).toBeInViewport({
    ratio: 1,
  });
  await expect(result.getByText('fresh sandbox')).toBeInViewport({ ratio: 1 });
});

test('on a phone the head of a failed result is one line, which a long name gives way to', async ({
  workbench,
  runner,
}) => {
  const { page, result } = workbench;
  const id = 'fails_with_a_name_that_is_long';
  putTool(runner, { id, code: 'print(1 / 0)\n' });
  await workbench.pane('Library');
  await workbench.tool(id).click();
  await page.getByRole('navigation').getByRole('button', { name: 'Run' }).click();
  await expect(workbench.modelSees).toContainText('ZeroDivisionError');
  const head = result.getByRole('status').filter({ hasText: 'fresh sandbox' });
  expect((await head.boundingBox())?.height).toBe(44);
  // What can be done next stands in one row, too.
  const next = result.getByRole('group', { name: 'What to do next' }).getByRole('button');
  await expect(next).toHaveText(['Go to line 1', 'Suggest a fix', 'Traceback']);
  const tops = await next.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});
