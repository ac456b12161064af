import { join, resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { foreign, type Language } from './foreign-texts.ts';
import { readScreen } from './read-screen.ts';

/** A screen of the walk: how wide, how high, in which theme and language. */
interface Look {
  width: number;
  height: number;
  theme: 'light' | 'dark';
  language: Language;
}

const sizes = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const;

/** Whether all themes and states are walked, and axe reads every screen. */
export const isFull = process.env['LATHE_WALK'] === 'full';
/** Whether only the pictures of the documents are taken anew, each in a look of its language. */
export const isDrawn = process.env['LATHE_WALK'] === 'pictures';
const root = resolve(import.meta.dirname, '../..');
const pictures = join(root, isDrawn ? '.github/pictures' : 'test-results/walk');

const drawn: Look[] = [
  { width: 1440, height: 900, theme: 'light', language: 'en' },
  { width: 1440, height: 900, theme: 'dark', language: 'zh' },
];
const walked: Look[] = (['en', 'zh'] as const).flatMap((language) =>
  sizes.flatMap(([width, height]) =>
    (['light', 'dark'] as const)
      // A theme moves nothing: dark is read for its colours alone, once.
      .filter((theme) => isFull || (theme === 'dark') === (language === 'zh' && width === 1440))
      .map((theme) => ({ width, height, theme, language })),
  ),
);

/** What axe finds, of all its rules and impacts; Monaco's inner widgets are its authors' work, their colours are the page's. */
const axeFinds = async (page: Page, { theme, width, language }: Look): Promise<string[]> => {
  const isRead = theme === 'dark' || width === (language === 'en' ? 1440 : 390);
  if (!isFull && !isRead) return [];
  const axe = new AxeBuilder({ page });
  const { violations } = await (
    theme === 'dark' ? axe.withRules(['color-contrast']) : axe
  ).analyze();
  return violations
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `axe ${id}: ${target.join(' ')}`))
    .filter((fault) => !fault.includes('.monaco-editor') || fault.includes('color-contrast'));
};

/** Turns the page to a language by its own switch, which lies beneath a dialog and is gone on a phone. */
const speak = async (page: Page, language: Language): Promise<void> => {
  const radio = page.locator('header.top [role=radio]', {
    hasText: language === 'en' ? 'EN' : '中',
  });
  await radio.dispatchEvent('click');
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'en' ? 'en' : 'zh-CN');
};

/** Brings up the pane that a phone shows of a state, by its place in the bar. */
const showPane = async (page: Page, pane: number): Promise<void> => {
  const tab = page.locator('nav [role=tab]').nth(pane);
  await tab.dispatchEvent('click');
  await expect(tab).toHaveAttribute('aria-selected', 'true');
};

/** What is wrong with one screen. */
const faultsOf = async (page: Page, look: Look): Promise<string[]> => {
  const { texts, cut, wide } = await page.evaluate(readScreen);
  return [
    ...wide.map((place) => `wider than the screen: ${place}`),
    ...cut.map((place) => `cut and told nowhere: ${place}`),
    ...foreign(texts, look.language).map((text) => `in the other language: ${text}`),
  ];
};

/** The same once nothing more comes of a language or a width that was just chosen. */
const settled = async (page: Page, look: Look): Promise<string[]> => {
  let found: string[] = [];
  await expect
    .poll(async () => (found = await faultsOf(page, look)).length, { timeout: 5000 })
    .toBe(0)
    .catch(() => undefined);
  return found;
};

/**
 * Walks the open state through widths, themes and languages, and fails with everything that is wrong with any
 * of its screens. `panes` are those that a phone shows, by their places in the bar; a dialog needs none.
 */
export const walk = async (page: Page, state: string, panes: number[] = []): Promise<void> => {
  const faults: string[] = [];
  await expect(page.locator('[data-coming]')).toHaveCount(0);
  for (const look of isDrawn ? drawn : walked) {
    const { width, height, theme, language } = look;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await speak(page, language);
    const shown = width === 390 && panes.length > 0 ? panes : [undefined];
    for (const pane of shown) {
      if (pane !== undefined) await showPane(page, pane);
      const name = isDrawn
        ? `${state}-${language}`
        : [state, pane, width, theme, language].filter((part) => part !== undefined).join('-');
      const found = [...(await settled(page, look)), ...(await axeFinds(page, look))];
      faults.push(...found.map((fault) => `${name}: ${fault}`));
      await page.screenshot({ path: join(pictures, `${name}.png`) });
    }
  }
  expect.soft(faults).toEqual([]);
};
