import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';
import type { Runner } from './runner.ts';

const numbers = {
  properties: { n: { type: 'number' } },
  required: ['n'],
};
/** Prints, then goes on until a file says that it may end. */
const waiting = (runner: Runner, id: string): (() => void) => {
  const folder = join(runner.workspace, 'tools', id);
  const files = {
    'definition.json': { id, description: 'Waits', parameters: { type: 'object' }, timeout: 60 },
    'execution.sh': `echo ${id} > ${id}.begun; echo begun; until [ -e ${id}.go ]; do sleep 0.1; done; echo over\n`,
  };
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files))
    writeFileSync(join(folder, path), typeof text === 'string' ? text : JSON.stringify(text));
  return () => writeFileSync(join(runner.workspace, 'files', `${id}.go`), '');
};

test('a tool and its file have an address; Back, Forward, a link and a reload lead there', async ({
  workbench,
}) => {
  const { page, run, editor } = workbench;
  const address = (hash: string) => expect.poll(() => new URL(page.url()).hash).toBe(hash);
  await workbench.openTool('calc');
  await address('#/tools/calc');
  await workbench.openTool('greet');
  await address('#/tools/greet');
  await editor.show('return.json');
  await address('#/tools/greet?file=return.json');

  await page.goBack();
  await address('#/tools/calc');
  await expect(workbench.tool('calc')).toHaveAttribute('aria-current', 'true');
  await page.goForward();
  await address('#/tools/greet?file=return.json');
  await expect(editor.pane.getByRole('tab', { name: 'return.json' })).toHaveAttribute(
    'aria-selected',
    'true',
  );

  await test.step('a run and a reload: arguments, file and result are there again', async () => {
    await run.getByRole('textbox', { name: /^name/ }).fill('Grace');
    await workbench.runIt();
    await expect(workbench.modelSees).toContainText('Grace');
    await page.reload();
    await expect(workbench.modelSees).toContainText('Grace');
    await expect(run.getByRole('textbox', { name: /^name/ })).toHaveValue('Grace');
    await address('#/tools/greet?file=return.json');
  });

  await test.step('a result belongs to its tool, and comes back with it', async () => {
    await workbench.openTool('calc');
    await expect(run.getByRole('textbox', { name: /^a/ })).toBeVisible();
    await expect(workbench.modelSees).toBeHidden();
    await workbench.openTool('greet');
    await expect(workbench.modelSees).toContainText('Grace');
  });

  await test.step('what is not there is said, and the address mended', async () => {
    await page.goto(`${new URL(page.url()).origin}/#/tools/nothing-of-the-kind`);
    await expect(page.getByText('no tool "nothing-of-the-kind"')).toBeVisible();
    await address('#/tools/greet?file=return.json');
  });
});

test('a run has an address, which opens it with its tool, arguments and result', async ({
  workbench,
  runner,
}) => {
  const { page, run } = workbench;
  putTool(runner, { id: 'doubles', code: 'print({n} * 2)', ...numbers });
  await workbench.openTool('doubles');
  for (const [n, twice] of [
    ['21', '42'],
    ['4', '8'],
  ] as const)
    await workbench.runWith('n', n, twice);
  await workbench.ranBefore(1).click();
  await expect(workbench.modelSees).toHaveText('42');
  await expect(page).toHaveURL(/#\/runs\/[0-9a-f-]{36}$/);
  const link = page.url();

  await workbench.openTool('calc');
  await expect(page).toHaveURL(/#\/tools\/calc$/);
  await page.goBack();
  await expect(workbench.modelSees).toHaveText('42');
  expect(page.url()).toBe(link);

  await workbench.openTool('calc');
  await page.goto(link);
  await expect(workbench.modelSees).toHaveText('42');
  await expect(run.getByRole('textbox', { name: /^n/ })).toHaveValue('21');

  await page.goto(`${new URL(link).origin}/#/runs/never`);
  await expect(page.getByText('no run "never"')).toBeVisible();
});

test('settings have an address for each of their pages, over what they lie on', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.openTool('calc');
  await page.keyboard.press('ControlOrMeta+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings).toBeVisible();
  await expect(page).toHaveURL(/#\/settings\/general$/);
  await settings.getByRole('tab', { name: /Commands/ }).click();
  await expect(page).toHaveURL(/#\/settings\/commands$/);
  await page.reload();
  await expect(settings.getByRole('tab', { name: /Commands/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await expect(page).toHaveURL(/#\/tools\/calc$/);

  for (const [key, over] of [
    ['ControlOrMeta+,', /#\/settings\/commands$/],
    ['ControlOrMeta+K', /#\/guides$/],
  ] as const)
    await test.step(`a reload keeps what lies beneath ${over}`, async () => {
      await page.goto(`${new URL(page.url()).origin}/#/history?text=a`);
      await page.keyboard.press(key);
      if (key.endsWith('K')) {
        await page.getByRole('dialog').getByRole('combobox').fill('Open guides');
        await page.keyboard.press('Enter');
      }
      await expect(page).toHaveURL(over);
      await page.reload();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect(page.getByTestId('runs')).toBeAttached();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(/#\/history\?text=a$/);
      await expect(page.getByTestId('runs')).toBeVisible();
    });
});

test('a run that is left or reloaded goes on, and is heard again', async ({
  workbench,
  runner,
}) => {
  const { page, result } = workbench;
  const end = waiting(runner, 'lingers');
  await workbench.openTool('lingers');
  await workbench.runIt();
  await page.getByRole('button', { name: 'Allow once' }).click();
  await expect(result).toContainText('begun');

  await test.step('leave it for another tool, and come back', async () => {
    await workbench.openTool('calc');
    await expect(result).not.toContainText('begun');
    await workbench.openTool('lingers');
    await expect(result).toContainText('begun');
  });
  await test.step('reload', async () => {
    await page.reload();
    await expect(result).toContainText('begun');
    await expect(page.getByTestId('run').getByRole('button', { name: /Cancel/ })).toBeVisible();
  });
  end();
  await expect(workbench.modelSees).toContainText('over');
  await page.reload();
  await expect(workbench.modelSees).toContainText('over');
});

test('P9 Back closes what lies over the place that it leaves, and a server that is gone has a head', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.openTool('calc');
  await workbench.openTool('greet');
  for (const [key, name] of [
    ['?', 'Keyboard shortcuts'],
    ['ControlOrMeta+K', 'Command palette'],
  ] as const) {
    await workbench.library.getByRole('tree').focus();
    await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name });
    await dialog.waitFor();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(workbench.title).toHaveText('calc');
    await page.goForward();
    await expect(workbench.title).toHaveText('greet');
  }

  await page.goto(`${new URL(page.url()).origin}/#/servers/nobody`);
  await expect(page.getByText('There is no MCP server "nobody"')).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { name: 'MCP servers' })).toBeVisible();
});
