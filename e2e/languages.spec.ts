import { shellTexts } from '../web/i18n/texts/shell.ts';
import { libraryTexts } from '../web/i18n/texts/library.ts';
import { historyTexts } from '../web/i18n/texts/history.ts';
import { runTexts } from '../web/i18n/texts/run.ts';
import { editorTexts } from '../web/i18n/texts/editor.ts';
import { resultTexts } from '../web/i18n/texts/result.ts';
import { expect, test } from './fixtures.ts';

const all = [shellTexts, libraryTexts, historyTexts, runTexts, editorTexts, resultTexts];

/** Texts that the Chinese page words differently; one word in lower case may be an author's. */
const english = all.flatMap(({ en, zh }) =>
  Object.entries(en).flatMap(([key, text]) => {
    const chinese = new Map(Object.entries<unknown>(zh)).get(key);
    return typeof text === 'string' && text !== chinese && !/[{]/.test(text) && /[A-Z ]/.test(text)
      ? [text]
      : [];
  }),
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
      if (element.closest('.monaco-editor')) continue;
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
