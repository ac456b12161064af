import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';
import { serious } from './serious.ts';

/** What axe calls serious or critical, each with the places it found. */
for (const look of ['light', 'dark'] as const) {
  test(`no serious violation, ${look}`, async ({ workbench }) => {
    const { page, editor, library } = workbench;
    // The dark page is the same page in other colours.
    const rules = look === 'dark' ? ['color-contrast'] : undefined;
    await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' });
    await workbench.openTool('calc');
    await workbench.runIt();
    await expect(workbench.modelSees).toBeVisible();
    expect(await serious(page, rules), 'main view').toEqual([]);

    await editor.pane.getByRole('radio', { name: 'Form' }).click();
    await expect(editor.pane.getByRole('button', { name: 'Add parameter' })).toBeVisible();
    expect(await serious(page, rules), 'form').toEqual([]);

    await page.keyboard.press('ControlOrMeta+K');
    await expect(page.getByPlaceholder('Search tools and actions')).toBeVisible();
    expect(await serious(page, rules), 'palette').toEqual([]);
    await page.keyboard.press('Escape');

    await library.getByRole('button', { name: 'New', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'New tool' })).toBeVisible();
    expect(await serious(page, rules), 'new tool').toEqual([]);
    await page.keyboard.press('Escape');

    await workbench.speak('zh');
    expect(await serious(page, rules), 'Chinese').toEqual([]);
  });
}

test('no serious violation on a phone', async ({ workbench }) => {
  const { page } = workbench;
  await page.setViewportSize({ width: 390, height: 844 });
  await workbench.pane('Library');
  expect(await serious(page), 'library').toEqual([]);
  await workbench.tool('calc').click();
  for (const pane of ['Edit', 'Schema', 'Args', 'Result']) {
    await workbench.pane(pane);
    expect(await serious(page), pane).toEqual([]);
  }
});

test('no serious violation in the settings', async ({ workbench }) => {
  const { page } = workbench;
  await page.keyboard.press('ControlOrMeta+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  for (const tab of [
    'General',
    'Commands',
    'Tools',
    'Decisions',
    'Conflicts',
    'Tool changes',
    'Connect',
  ]) {
    await settings.getByRole('tab', { name: tab }).click();
    await expect(settings.getByRole('tabpanel', { name: tab })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
    const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(
      bad.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
      tab,
    ).toEqual([]);
  }
});
