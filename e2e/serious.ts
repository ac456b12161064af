import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds and people would meet; by all its rules, or by those that are named. */
export const serious = async (page: Page, rules?: string[]): Promise<string[]> => {
  // Monaco's own widgets are its authors' work; its text area is named by the page.
  const axe = new AxeBuilder({ page }).exclude('.monaco-editor');
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};
