import { expect, test } from './fixtures.ts';
import { Workbench } from './pages/workbench.ts';

test('a tool is made, typed, run and saved without a mouse', async ({ workbench }) => {
  const { page, editor, run } = workbench;
  await test.step('new', async () => {
    await page.keyboard.press('n');
    // Nobody waits for the dialog before they type.
    await page.keyboard.type('typed_tool');
    await page.keyboard.press('Enter');
    await expect(workbench.tool('typed_tool')).toBeVisible();
  });
  await test.step('type', async () => {
    await page.keyboard.press('Alt+2');
    await expect(editor.pane.locator('.monaco-editor.focused').first()).toBeVisible();
    // A tab's arrows walk from file to file.
    await editor.pane.getByRole('tab', { name: 'definition.json' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(editor.pane.getByRole('tab', { name: 'execution.py' })).toBeFocused();
    await page.keyboard.press('Alt+2');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('print(6 * 7)');
    await expect.poll(() => editor.text()).toBe('print(6 * 7)');
  });
  await test.step('run, and save', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(workbench.modelSees).toHaveText('42');
    await page.keyboard.press('ControlOrMeta+S');
    await expect(editor.pane.getByText('Saved', { exact: true })).toBeVisible();
  });
  await test.step('the palette opens a tool', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('text_len');
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(/text_len/);
  });
  await test.step('what is typed right after a choice goes where it leads', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('judge');
    await page.keyboard.press('Enter');
    await page.keyboard.type('awk 1 a > b');
    const judging = page.getByRole('dialog', { name: 'Check a command' });
    await expect(judging.getByRole('textbox')).toHaveValue('awk 1 a > b');
    await page.keyboard.press('Escape');
    await expect(judging).toBeHidden();
  });
  await test.step('the panes', async () => {
    await page.keyboard.press('Alt+1');
    await expect(workbench.library.locator(':focus')).toBeVisible();
    await page.keyboard.press('Alt+4');
    await expect(run.locator(':focus')).toBeVisible();
    await page.keyboard.press('Alt+3');
    await expect(workbench.preview.locator(':focus')).toBeVisible();
  });
});

test('what is typed before the palette is there chooses in it, and the rest goes on', async ({
  page,
  runner,
}) => {
  let arrive: () => void = () => undefined;
  const held = new Promise<void>((done) => (arrive = done));
  await page.route(/\/Palette-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const workbench = new Workbench(page);
  await workbench.open(new URL(runner.url).origin);
  await workbench.openTool('calc');
  await workbench.editor.pane.locator('.monaco-editor .view-line').first().click();
  const before = await workbench.editor.text();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('judgex');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.type('awk 1 a > b');
  arrive();
  const judging = page.getByRole('dialog', { name: 'Check a command' });
  await expect(judging.getByRole('textbox')).toHaveValue('awk 1 a > b');
  await page.keyboard.press('Escape');
  expect(await workbench.editor.text()).toBe(before);
});
