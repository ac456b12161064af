import { readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, test } from './fixtures.ts';
import { Workbench } from './pages/workbench.ts';
import { startRunner } from './runner.ts';

/** Does what a person does, and counts it: each click, key chord and typed field is one. */
class Counted {
  count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(keys: string): Promise<void> {
    this.count += 1;
    await this.#page.keyboard.press(keys);
  }

  async click(name: string | RegExp, role: 'button' | 'tab' = 'button'): Promise<void> {
    this.count += 1;
    await this.#page.getByRole(role, { name }).first().click();
  }

  async type(text: string): Promise<void> {
    this.count += 1;
    await this.#page.keyboard.type(text);
  }

  /** Puts a text in the place of what the editor holds, as one pastes it. */
  async replace(text: string): Promise<void> {
    await this.#page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
    await this.press('ControlOrMeta+A');
    await this.press('ControlOrMeta+V');
  }
}

const definition = `{
  "id": "shout",
  "description": "Says a text loudly",
  "parameters": {
    "type": "object",
    "properties": { "text": { "type": "string" }, "times": { "type": "integer", "default": 2 } },
    "required": ["text"]
  },
  "timeout": 15
}
`;

test('the first visit: one strip until something was run, and few interactions', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const runner = await startRunner();
  const context = await browser.newContext({ acceptDownloads: true });
  const page = await context.newPage();
  const workbench = new Workbench(page);
  const person = new Counted(page);
  const strip = page.getByRole('region', { name: 'First steps' });
  try {
    await workbench.open(runner.url);
    await test.step('a first run takes at most 4', async () => {
      await expect(strip).toContainText(/This is \w+/);
      await expect(page.getByRole('button', { name: 'Run it' })).toBeEnabled();
      await person.press('ControlOrMeta+Enter');
      // The first call of a machine waits until Python is ready.
      await expect(workbench.modelSees).toBeVisible({ timeout: 170_000 });
      expect(person.count).toBeLessThanOrEqual(4);
      await expect(strip).toBeHidden();
    });

    await test.step('it never comes back', async () => {
      await page.reload();
      await expect(workbench.modelSees).toBeVisible();
      await expect(strip).toBeHidden();
    });

    await test.step('shout(text, times=2) with a rule, a sample and an export takes at most 12', async () => {
      const { editor } = workbench;
      person.count = 0;
      await person.press('n');
      await page.getByRole('dialog', { name: 'New tool' }).waitFor();
      await person.type('shout');
      await person.press('Enter');
      await expect(page).toHaveTitle(/^shout/);
      await expect(page.getByRole('dialog')).toBeHidden();
      // A new tool is for writing: the editor has the focus.
      await expect(editor.pane.locator('.monaco-editor.focused').first()).toBeVisible();
      await person.replace(definition);
      await person.click('execution.py', 'tab');
      await expect(editor.pane.locator('.view-lines').first()).toContainText('text');
      await person.press('Alt+2');
      await expect(editor.pane.locator('.monaco-editor.focused').first()).toBeVisible();
      await person.replace("print('{text}'.upper() * {times})\n");
      await expect(workbench.run.getByLabel('times').first()).toBeVisible();
      // The rule and the sample that a new tool comes with are its own from here on.
      await person.press('ControlOrMeta+Enter');
      await expect(workbench.personSees).toHaveText(/\[shout\] HELLOHELLO/);
      const download = page.waitForEvent('download');
      await person.click('Export');
      const dialog = page.getByRole('dialog', { name: /shout/ });
      await dialog.getByRole('button', { name: 'Download zip' }).click();
      person.count += 1;
      const files = unzipSync(await readFile(await (await download).path()));
      const read = (name: string) => new TextDecoder().decode(files[`shout/${name}`]);
      expect(read('definition.json')).toContain('"times"');
      expect(read('samples.json')).toContain('Hello');
      expect(read('return.json')).toContain('[shout]');
      expect(person.count).toBeLessThanOrEqual(12);
    });
    await test.step('an empty library begins with an example, made by one click', async () => {
      await page.keyboard.press('ControlOrMeta+S');
      await expect(page.getByText('unsaved changes')).toHaveCount(0);
      const tools = join(runner.workspace, 'tools');
      for (const name of readdirSync(tools)) rmSync(join(tools, name), { recursive: true });
      await expect(workbench.tool('calc')).toHaveCount(0);
      await page.getByRole('button', { name: 'csv_columns', exact: true }).click();
      await expect(workbench.tool('csv_columns')).toBeVisible();
      expect(readdirSync(tools)).toEqual(['csv_columns']);
    });
  } finally {
    await context.close();
    await runner.stop();
  }
});
