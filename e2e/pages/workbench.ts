import { statSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { Editor } from './editor.ts';

/** The page as a person meets it: library, editor, preview, run, result, history. */
export class Workbench {
  readonly page: Page;
  readonly editor: Editor;
  readonly library: Locator;
  readonly tabs: Locator;
  readonly preview: Locator;
  readonly run: Locator;
  /** The button of the open tool, beside which others run its samples. */
  readonly runButton: Locator;
  readonly result: Locator;
  readonly history: Locator;
  /** The heading of the page: the tool that is open. */
  readonly title: Locator;

  constructor(page: Page) {
    this.page = page;
    this.editor = new Editor(page);
    this.library = page.getByTestId('library');
    this.tabs = page.getByTestId('tabs');
    this.preview = page.getByTestId('preview');
    this.run = page.getByTestId('run');
    this.runButton = this.run.getByRole('button', { name: 'Run', exact: true });
    this.result = page.getByTestId('result');
    this.history = page.getByTestId('history');
    this.title = page.getByRole('main').getByRole('heading', { level: 1 });
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address);
    // A narrow screen has it behind a tab.
    await this.library.waitFor({ state: 'attached' });
  }

  async speak(language: 'en' | 'zh'): Promise<void> {
    await this.page
      .getByRole('radio', { name: language === 'en' ? 'EN' : '中', exact: true })
      .click();
  }

  /** A tool's row in the library. */
  tool(id: string): Locator {
    return this.library.locator('.item.unit', { has: this.page.getByText(id, { exact: true }) });
  }

  /** The tab of an open tool. */
  tab(id: string): Locator {
    return this.tabs.getByRole('tab', { name: new RegExp(`^${id}(, unsaved)?$`) });
  }

  /** Opens a tool in a tab that stays. */
  async keepOpen(id: string): Promise<void> {
    await this.openTool(id);
    await this.tool(id).dblclick();
  }

  /** The row of a function of a module, which stands open in the library. */
  function(name: string): Locator {
    return this.library.locator('.item.function', {
      has: this.page.getByText(name, { exact: true }),
    });
  }

  async openTool(id: string): Promise<void> {
    await this.tool(id).click();
    // What was open stays until it is read.
    await this.tool(id)
      .and(this.page.locator('[aria-current=true]'))
      .waitFor({ state: 'attached' });
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

  get conflict(): Locator {
    return this.page.getByRole('dialog', { name: /has changed on disk/ });
  }

  /** Brings a pane up on a narrow screen, by its tab. */
  async pane(name: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('tab', { name }).click();
  }

  /** A run of the history; the newest is 0. */
  ranBefore(index: number): Locator {
    return this.history.locator('button.open').nth(index);
  }

  /** Runs the open tool with an argument, and sees what it answers; its run is then the newest. */
  async runWith(name: string, value: string, answer: string): Promise<void> {
    await this.run.getByRole('textbox', { name: new RegExp(`^${name}`) }).fill(value);
    await this.runIt();
    await expect(this.modelSees).toHaveText(answer);
    await expect(this.ranBefore(0)).toHaveAttribute('aria-current', 'true');
  }

  /** An entry of a tool's menu. */
  async act(id: string, entry: string): Promise<void> {
    await this.tool(id).hover();
    await this.library.getByRole('button', { name: `Actions for ${id}`, exact: true }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** Imports a folder or a script of this machine as the import menu's dialog gives it. */
  async import(path: string): Promise<void> {
    const kind = statSync(path).isDirectory() ? 'folder' : 'scripts';
    await this.page.locator(`[data-import=${kind}]`).setInputFiles(path);
  }

  /** Drops a file or folder of this machine on the page, as the browser's own drag would. */
  async drop(path: string): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    const send = (type: 'dragEnter' | 'dragOver' | 'drop') =>
      session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
    const taking = this.page.locator('.drop');
    const arrived = await this.page.evaluateHandle(() => {
      const seen = { drops: 0 };
      addEventListener('drop', () => (seen.drops += 1), { capture: true, once: true });
      return seen;
    });
    // The browser loses one now and then; a person would let go once more, too. A page that is busy answers
    // late, so that what has not arrived after so many answers is lost.
    const hasArrived = async (): Promise<boolean> => {
      for (let asked = 0; asked < 20; asked += 1) {
        if ((await arrived.evaluate(({ drops }) => drops)) > 0) return true;
        await this.page.waitForTimeout(100);
      }
      return false;
    };
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await send('dragEnter');
      await send('dragOver');
      // A page that is busy has to have said that it takes the drop before it comes.
      await taking.waitFor();
      await send('dragOver');
      await this.page.waitForTimeout(100);
      await send('drop');
      if (await hasArrived()) break;
    }
    await taking.waitFor({ state: 'hidden' });
    await session.detach();
  }
}
