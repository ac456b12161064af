import type { Locator, Page } from '@playwright/test';
import { Editor } from './editor.ts';

/** The page as a person meets it: library, editor, preview, run, result, history. */
export class Workbench {
  readonly page: Page;
  readonly editor: Editor;
  readonly library: Locator;
  readonly preview: Locator;
  readonly run: Locator;
  readonly result: Locator;
  readonly history: Locator;

  constructor(page: Page) {
    this.page = page;
    this.editor = new Editor(page);
    this.library = page.getByTestId('library');
    this.preview = page.getByTestId('preview');
    this.run = page.getByTestId('run');
    this.result = page.getByTestId('result');
    this.history = page.getByTestId('history');
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    await this.library.waitFor();
  }

  async speak(language: 'en' | 'zh'): Promise<void> {
    await this.page.getByRole('radio', { name: language === 'en' ? 'EN' : '中' }).click();
  }

  /** A tool's row in the library. */
  tool(id: string): Locator {
    return this.library.locator('button.item', { has: this.page.getByText(id, { exact: true }) });
  }

  async openTool(id: string): Promise<void> {
    await this.tool(id).click();
    await this.page.getByTestId('code').waitFor();
  }

  async runIt(): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+Enter');
  }

  get modelSees(): Locator {
    return this.result.getByTestId('result-model');
  }

  get personSees(): Locator {
    return this.result.getByTestId('result-person');
  }
}
