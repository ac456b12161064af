import type { Locator, Page } from '@playwright/test';

/** The editor pane: a tab a file, Monaco below. */
export class Editor {
  readonly pane: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.pane = page.getByTestId('editor');
  }

  async show(file: string): Promise<void> {
    await this.pane.getByRole('tab', { name: file }).click();
    await this.pane.locator('.monaco-editor .view-lines').first().waitFor();
  }

  /** Replaces a file's whole text: select all, paste. Typed lines would be indented by the editor. */
  async write(file: string, text: string): Promise<void> {
    await this.show(file);
    await this.#page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    await this.pane.locator('.monaco-editor .view-lines').first().click();
    await this.#page.keyboard.press('ControlOrMeta+A');
    await this.#page.keyboard.press('ControlOrMeta+V');
  }

  /** The text of the lines that are drawn. */
  async text(): Promise<string> {
    const lines = await this.pane.locator('.monaco-editor .view-line').allInnerTexts();
    return lines.map((line) => line.replaceAll('\u00a0', ' ')).join('\n');
  }

  /** Takes the first quick fix where the cursor goes to: the first problem of the file. */
  async takeFix(fix: RegExp): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+Home');
    await this.#page.keyboard.press('F8');
    await this.#page.keyboard.press('ControlOrMeta+.');
    await this.#page.locator('.action-widget').getByText(fix).first().click();
  }

  get problems(): Locator {
    return this.pane.getByRole('region', { name: 'Problems' });
  }

  async openProblems(): Promise<void> {
    if (!(await this.problems.isVisible())) await this.pane.locator('.counts').click();
    await this.problems.waitFor();
  }

  async closeProblems(): Promise<void> {
    const close = this.problems.getByRole('button', { name: 'Close' });
    if (await close.isVisible()) await close.click();
  }
}
