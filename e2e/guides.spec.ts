import { expect, test } from './fixtures.ts';

test('P11 the picture of a guide comes from this runner once the guide is opened', async ({
  workbench,
}) => {
  const { page } = workbench;
  const asked: URL[] = [];
  page.on('request', (request) => asked.push(new URL(request.url())));
  const fetched = () => asked.filter(({ pathname }) => pathname.endsWith('.png'));
  await workbench.openTool('calc');
  expect(fetched()).toEqual([]);
  const guides = page.getByRole('dialog', { name: 'Guides' });
  const kinds = [
    ...['python-tools', 'shell-tools', 'script-modules', 'typescript-modules', 'agents'],
    ...['external-modules', 'workspace', 'http-and-mcp'],
  ];
  for (const [at, kind] of kinds.entries()) {
    await page.goto(`${new URL(page.url()).origin}/#/guides/${kind}`);
    const picture = guides.getByRole('img');
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('naturalWidth', 1440);
    expect(fetched()).toHaveLength(at + 1);
  }
  const own = new URL(page.url()).origin;
  const elsewhere = asked.filter(({ origin, protocol }) => protocol === 'http:' && origin !== own);
  expect(elsewhere).toEqual([]);
});

test('on a phone the open guide is in sight in the strip, and its picture is the part that it speaks of', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.openTool('calc');
  const { origin } = new URL(page.url());
  await page.setViewportSize({ width: 390, height: 844 });
  const guides = page.getByRole('dialog', { name: 'Guides' });
  for (const [guide, name] of [
    ['threat-model', 'Threat model'],
    ['shell-tools', 'Bash and PowerShell tools'],
  ] as const) {
    await page.goto(`${origin}/#/guides/${guide}`);
    await expect(guides.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  // Of 1440 pixels as many as can be read.
  const picture = guides.getByRole('img');
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(1000);
  const frame = guides.getByRole('link').filter({ has: page.getByRole('img') });
  expect((await frame.boundingBox())?.width).toBeLessThan(390);
});

test('guides open from the palette and the top bar, have addresses, and speak both languages', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.openTool('calc');
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('dialog').getByRole('combobox').fill('guides');
  await page.keyboard.press('Enter');
  const guides = page.getByRole('dialog', { name: 'Guides' });
  const title = (name: string) => guides.getByRole('heading', { name, exact: true });
  await expect(title('Python tools')).toBeVisible();
  await expect(page).toHaveURL(/#\/guides$/);
  const picture = guides.getByRole('img', { name: /^The workbench/ });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty('naturalWidth', 1440);

  await guides.getByRole('button', { name: 'Flags and variables' }).click();
  await expect(title('Flags and variables')).toBeVisible();
  await expect(page).toHaveURL(/#\/guides\/flags$/);
  await expect(guides.getByRole('cell', { name: '--workspace FOLDER' }).first()).toBeVisible();
  await page.reload();
  await expect(title('Flags and variables')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(guides).toBeHidden();
  await expect(page).toHaveURL(/#\/tools\/calc$/);

  await workbench.speak('zh');
  await page.getByRole('button', { name: '打开指南' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '威胁模型' }).click();
  await expect(
    page.getByRole('dialog').getByRole('heading', { name: '不在保证之内' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await workbench.speak('en');
});
