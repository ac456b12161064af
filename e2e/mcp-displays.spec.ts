import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';
import { startRunner } from './runner.ts';
import { serious } from './serious.ts';

/** Sealed as it is, it runs unasked where nobody sits who could be asked. */
const code = `print('''Found **two**:

| name | size |
| --- | --: |
| <img src=x onerror=alert(1)> | 2 |

[more](https://example.org/)''')`;

test('M25 two Lathes: what one shows its person is drawn by the other', async ({ workbench }) => {
  const { page, result } = workbench;
  const other = await startRunner();
  try {
    putTool(other, { id: 'sizes_there', code });
    const headers = { Authorization: `Bearer ${other.token}` };
    const server = { type: 'http', url: new URL('/mcp', other.url).href, headers };
    await page
      .getByTestId('servers')
      .getByRole('button', { name: 'Add an MCP server', exact: true })
      .click();
    await page.getByText('Paste a configuration').click();
    await page
      .getByLabel('Paste a configuration')
      .fill(JSON.stringify({ mcpServers: { displays: server } }));
    await page.getByRole('button', { name: 'Use displays' }).click();
    await page.getByRole('button', { name: 'Add the server' }).click();
    const shown = page.getByRole('region', { name: 'displays', exact: true });
    await expect(shown.getByText('running', { exact: true })).toBeVisible({ timeout: 60_000 });
    const row = page.locator('[data-tool=sizes_there]');
    const toggle = row.getByRole('switch', { name: 'Trust as read-only: sizes_there' });
    await toggle.click();
    await expect(toggle).toBeChecked();
    await row.getByRole('button', { name: 'Open in the workbench' }).click();
    await expect(workbench.runButton).toBeEnabled();
    await workbench.runIt();
    // The first call of the other one waits for its Python.
    await expect(workbench.personSees).toContainText('Found', { timeout: 60_000 });
    await result.getByRole('button', { name: 'Open the app of displays' }).click();
    const app = result.frameLocator('iframe');
    await expect(app.getByRole('cell')).toHaveText(['<img src=x onerror=alert(1)>', '2']);
    await expect(app.locator('strong')).toHaveText('two');
    // It leads nowhere by itself, and says where it would.
    await expect(app.getByText('more (https://example.org/)')).toBeVisible();
    await expect(app.locator('img, a')).toHaveCount(0);
    expect(await serious(page), 'app').toEqual([]);
  } finally {
    await other.stop();
  }
});
