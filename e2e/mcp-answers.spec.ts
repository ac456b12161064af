import { expect, test } from './fixtures.ts';
import { hostile, ServersPage } from './pages/servers.ts';
import type { Workbench } from './pages/workbench.ts';
import { serious } from './serious.ts';

/** Adds the server whose answers hold everything, and opens a tool of it that may run unasked. */
async function opened(workbench: Workbench, name: string, tool: string): Promise<ServersPage> {
  const servers = new ServersPage(workbench.page);
  await servers.addCommand(name, { args: hostile() });
  await servers.trust(name, tool);
  await servers.open(workbench, name, tool);
  return servers;
}

test('pictures, sounds, resources and links of a server are drawn beside both contents', async ({
  workbench,
}) => {
  const { page, result } = workbench;
  await opened(workbench, 'far', 'media');
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
  const { result } = workbench;
  await opened(workbench, 'typed', 'typed');
  await workbench.runIt();
  await expect(workbench.personSees).toContainText('sent no structured answer');
  await expect(result.locator('.c-warn')).toContainText('sent no structured answer');
});

test("a server's interface is drawn sealed, and its calls are asked for", async ({ workbench }) => {
  const { page, result } = workbench;
  const servers = await opened(workbench, 'apps', 'drawn');
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
  await expect(servers.approval).toContainText('mine');
  const allow = servers.approval.getByRole('button', { name: /^Allow once/ });
  await expect(allow).toBeEnabled();
  // A click that comes too soon after the question counts for nothing.
  await expect(async () => {
    await allow.click({ timeout: 500 });
    await expect(app.locator('#answer')).toHaveText('own: mine', { timeout: 2000 });
  }).toPass();
  const about = result.getByText(/provides this app/);
  const widths = [about, result.locator('iframe')].map((one) =>
    one.evaluate((element) => Math.round(element.getBoundingClientRect().width)),
  );
  const [of, frame] = await Promise.all(widths);
  expect(of, 'the sentence about an app is as wide as the app').toBe(frame);
  await result.getByRole('button', { name: 'Close the app' }).click();
  await expect(result.locator('iframe')).toHaveCount(0);
});

test('an interface that floods the page is closed and says so, and the page goes on', async ({
  workbench,
}) => {
  const { page, result, run } = workbench;
  const servers = await opened(workbench, 'floods', 'drawn');
  await run.getByLabel('text', { exact: true }).fill('two');
  await workbench.runIt();
  await result.getByRole('button', { name: 'Open the app of floods' }).click();
  const app = result.frameLocator('iframe');
  await expect(app.locator('#tried')).toContainText('done: yes');
  await app.getByRole('button', { name: 'Flood the page' }).click();
  await expect(result.getByRole('alert')).toHaveText(
    'The app of floods sent too many messages, so Lathe closed it',
  );
  await expect(result.locator('iframe')).toHaveCount(0);
  await expect(result.getByRole('button', { name: 'Close the app' })).toHaveCount(0);
  await expect(result.getByRole('button', { name: 'Open again' })).toBeVisible();
  expect(await serious(page), 'flooded').toEqual([]);
  // What it asked for first is asked of nobody any more.
  await expect(servers.approval).toHaveCount(0);
  await run.getByLabel('text', { exact: true }).fill('three');
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('drawn: three');
  // It may be opened anew, and is heard then.
  await result.getByRole('button', { name: 'Open the app of floods' }).click();
  await expect(app.locator('#call')).toHaveText('three gave three');
  await app.getByRole('button', { name: 'Flood the page' }).click();
  await result.getByRole('button', { name: 'Open again' }).click();
  await expect(app.locator('#call')).toHaveText('three gave three');
});
