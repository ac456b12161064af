import { en } from '../web/i18n/texts/en.ts';
import { zh } from '../web/i18n/texts/zh.ts';
import { expect, test } from './fixtures.ts';

/** Texts that the Chinese page words differently; one word in lower case may be an author's. */
const chinese = new Map<string, unknown>(Object.entries(zh));
const english = Object.entries(en).flatMap(([key, text]) =>
  typeof text === 'string' && text !== chinese.get(key) && !/[{]/.test(text) && /[A-Z ]/.test(text)
    ? [text]
    : [],
);

test('the Chinese page has no English left, says its language, and keeps it', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.openTool('calc');
  await workbench.runIt();
  await expect(workbench.modelSees).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await workbench.speak('zh');
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
  await expect(page.getByRole('heading', { name: '工具库' })).toBeVisible();
  const words = await page.evaluate(() => {
    const said: string[] = [];
    const names = ['aria-label', 'title', 'placeholder'];
    for (const element of document.body.querySelectorAll('*')) {
      // Authors' words, and the names of tools in the library and the history.
      if (element.closest('.monaco-editor, .item, [data-testid=history] li')) continue;
      for (const name of names) said.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes) if (node instanceof Text) said.push(node.data);
    }
    return said.map((text) => text.trim()).filter(Boolean);
  });
  expect(words.length).toBeGreaterThan(100);
  expect(words.filter((text) => english.includes(text))).toEqual([]);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', /^zh/);
});

test('what is selected in the palette and in a menu stays so in another language', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.openTool('calc');
  await page.keyboard.press('ControlOrMeta+K');
  const options = page.getByRole('dialog').getByRole('option');
  const selected = () =>
    options.evaluateAll((all) =>
      all.flatMap((one, at) => (one.ariaSelected === 'true' ? [at] : [])),
    );
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  const before = await selected();
  expect(before).toHaveLength(1);
  // The switch lies beneath the dialog.
  await page.locator('header.top [role=radio]', { hasText: '中' }).dispatchEvent('click');
  await expect(options.first()).toContainText('运行');
  expect(await selected()).toEqual(before);
  await page.keyboard.press('Escape');
  await workbench.library.getByRole('button', { name: '导入', exact: true }).click();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
  await page.locator('header.top [role=radio]', { hasText: 'EN' }).dispatchEvent('click');
  await expect(page.getByRole('menuitem').first()).toHaveText('Paste');
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused();
});
