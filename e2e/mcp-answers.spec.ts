import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Workbench } from './pages/workbench.ts';
import { serious } from './serious.ts';

const fixtures = resolve(import.meta.dirname, '../runner/remote/fixtures');

/** Adds the server whose answers hold everything, through the form, and waits until it runs. */
async function add(page: Page, name: string): Promise<void> {
  await page
    .getByTestId('servers')
    .getByRole('button', { name: 'Add an MCP server', exact: true })
    .click();
  const form = page.getByRole('region', { name: 'Add an MCP server' });
  await form.getByLabel('Name', { exact: true }).first().fill(name);
  await form.getByLabel('Command', { exact: true }).fill('node');
  await form
    .getByLabel('Arguments, one per line')
    .fill(join(fixtures, 'hostile-server.mjs') + '\nplain');
  await form.getByRole('button', { name: 'Add a folder' }).click();
  await form.getByLabel('Folder', { exact: true }).fill(fixtures);
  await form.getByRole('button', { name: 'Add the server' }).click();
  const server = page.getByRole('region', { name, exact: true });
  await expect(server.getByText('running', { exact: true })).toBeVisible({ timeout: 60_000 });
}

/** Opens a tool of a server in the workbench, and says beforehand that it may run unasked. */
async function open({ page, run }: Workbench, server: string, tool: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/servers/${server}`);
  const row = page.locator(`[data-tool=${tool}]`);
  const toggle = row.getByRole('switch', { name: `Trust as read-only: ${tool}` });
  await toggle.click();
  await expect(toggle).toBeChecked();
  await row.getByRole('button', { name: 'Open in the workbench' }).click();
  // Until its declarations are read there is nothing that a key could run.
  await expect(page.getByText('Never answers', { exact: true })).toBeVisible();
  await expect(run.getByRole('button', { name: /^Run/ })).toBeEnabled();
}

test('pictures, sounds, resources and links of a server are drawn beside both contents', async ({
  workbench,
}) => {
  const { page, result } = workbench;
  await add(page, 'far');
  await open(workbench, 'far', 'media');
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('[image image/png, 8 bytes]');
  await expect(result.getByRole('img', { name: 'Image 1 of the answer' })).toBeAttached();
  await expect(result.locator('audio[aria-label="Sound 2 of the answer"]')).toBeVisible();
  await result.getByText('note://1').click();
  await expect(result.locator('details pre')).toHaveText('a note');
  await expect(result.getByRole('link', { name: 'note://2' })).toHaveAttribute('download', '2');
  await expect(result.getByRole('link', { name: 'there' })).toHaveAttribute(
    ...(['href', 'https://example.org/'] as const),
  );
  expect(await serious(page), 'pieces').toEqual([]);
});

test('an answer that is not what its tool declares is said, in the words of the page', async ({
  workbench,
}) => {
  const { page, result } = workbench;
  await add(page, 'typed');
  await open(workbench, 'typed', 'typed');
  await workbench.runIt();
  await expect(workbench.personSees).toContainText('sent no structured answer');
  await expect(result.locator('.c-warn')).toContainText('sent no structured answer');
});

test("a server's interface is drawn sealed, and its calls are asked for", async ({ workbench }) => {
  const { page, result } = workbench;
  await add(page, 'apps');
  await open(workbench, 'apps', 'drawn');
  await workbench.run.getByLabel('text', { exact: true }).fill('two');
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('drawn: two');
  await expect(result.locator('iframe')).toHaveCount(0);
  await result.getByRole('button', { name: 'Open the app of apps' }).click();
  const app = result.frameLocator('iframe');
  await expect(app.locator('#call')).toHaveText('two gave two');
  await expect(app.locator('#tried')).toContainText('done: yes');
  await expect(app.locator('#tried')).not.toContainText('open');
  await expect(app.locator('#tried li')).toHaveCount(9);
  expect(await serious(page), 'app').toEqual([]);
  await app.getByRole('button', { name: 'Call my own tool' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('mine');
  const allow = question.getByRole('button', { name: /^Allow once/ });
  await expect(allow).toBeEnabled();
  // A click that comes too soon after the question counts for nothing.
  await expect(async () => {
    await allow.click({ timeout: 500 });
    await expect(app.locator('#answer')).toHaveText('own: mine', { timeout: 2000 });
  }).toPass();
  await result.getByRole('button', { name: 'Close the app' }).click();
  await expect(result.locator('iframe')).toHaveCount(0);
});
