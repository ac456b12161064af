import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { Workbench } from './pages/workbench.ts';
import { putTool } from './put-tool.ts';

test('two pages save the same tool: both versions are shown and neither is lost', async ({
  workbench,
  runner,
  context,
}) => {
  const code = join(runner.workspace, 'tools', 'shared_one', 'execution.py');
  putTool(runner, { id: 'shared_one', code: "print('first')\n" });
  const other = new Workbench(await context.newPage());
  await other.open(new URL(runner.url).origin);
  await workbench.openTool('shared_one');
  await other.openTool('shared_one');

  await test.step('an edit on disk shows itself where nothing is being edited', async () => {
    await workbench.editor.show('execution.py');
    writeFileSync(code, "print('from outside')\n");
    await expect.poll(() => workbench.editor.text()).toContain('from outside');
  });

  await test.step('the second save is asked about; theirs is taken', async () => {
    await other.editor.write('execution.py', "print('theirs')\n");
    await workbench.page.bringToFront();
    await workbench.editor.write('execution.py', "print('mine')\n");
    await other.page.bringToFront();
    await other.page.keyboard.press('ControlOrMeta+S');
    await expect.poll(() => readFileSync(code, 'utf8')).toBe("print('theirs')\n");
    await workbench.page.bringToFront();
    await workbench.page.keyboard.press('ControlOrMeta+S');
    await expect(workbench.conflict).toContainText("print('theirs')");
    await expect(workbench.conflict).toContainText("print('mine')");
    const versions = await workbench.conflict.locator('.diff').boundingBox();
    expect(versions?.height, 'of versions of one line').toBe(140);
    expect(readFileSync(code, 'utf8')).toBe("print('theirs')\n");
    await workbench.conflict.getByRole('button', { name: 'Use the version on disk' }).click();
    await expect.poll(() => workbench.editor.text()).toContain('theirs');
  });

  await test.step('mine is saved over it', async () => {
    await workbench.editor.write('execution.py', "print('mine again')\n");
    writeFileSync(code, "print('outside again')\n");
    await expect(workbench.editor.pane.getByText(/Changed on disk/)).toBeVisible();
    await workbench.page.keyboard.press('ControlOrMeta+S');
    await workbench.conflict.getByRole('button', { name: 'Overwrite with my draft' }).click();
    await expect.poll(() => readFileSync(code, 'utf8')).toBe("print('mine again')\n");
  });

  await test.step('both are kept, the second under another name', async () => {
    await workbench.editor.write('execution.py', "print('a third')\n");
    writeFileSync(code, "print('outside once more')\n");
    await expect(workbench.editor.pane.getByText(/Changed on disk/)).toBeVisible();
    await workbench.page.keyboard.press('ControlOrMeta+S');
    await workbench.conflict.getByRole('button', { name: /Keep both/ }).click();
    await expect(workbench.tool('shared_one_2')).toBeVisible();
    expect(readFileSync(code, 'utf8')).toBe("print('outside once more')\n");
    const copy = code.replace('shared_one', 'shared_one_2');
    await expect.poll(() => readFileSync(copy, 'utf8')).toBe("print('a third')\n");
  });
});
