import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { Workbench } from './pages/workbench.ts';
import { putTool } from './put-tool.ts';

const kept = ({ editor }: Workbench) => editor.pane.getByText('Draft saved in this browser');
const notKept = ({ editor }: Workbench) => editor.pane.getByText(/Drafts cannot be kept/);
const code = (text: string): string => `print('${text}')\n`;

const write = async (workbench: Workbench, text: string): Promise<void> => {
  await workbench.page.bringToFront();
  await workbench.editor.write('execution.py', code(text));
};
const comesBack = async (workbench: Workbench, id: string, text: string): Promise<void> => {
  await workbench.page.bringToFront();
  await workbench.page.reload();
  await workbench.openTool(id);
  await workbench.editor.show('execution.py');
  await expect.poll(() => workbench.editor.text()).toContain(text);
  await expect(workbench.tool(id).getByText('unsaved')).toBeAttached();
};

test('O6: a draft outlives what another page does with its own draft of the same tool', async ({
  workbench,
  runner,
  context,
}) => {
  putTool(runner, { id: 'two_drafts', code: code('first') });
  const other = new Workbench(await context.newPage());
  await other.open(new URL(runner.url).origin);
  await other.openTool('two_drafts');
  await workbench.openTool('two_drafts');

  await test.step('the other one saves', async () => {
    await write(workbench, 'mine');
    await expect(kept(workbench)).toBeVisible();
    await write(other, 'theirs');
    await expect(kept(other)).toBeVisible();
    await other.page.keyboard.press('ControlOrMeta+S');
    await expect(other.editor.pane.getByText('Saved', { exact: true })).toBeVisible();
    await expect(workbench.editor.pane.getByText(/Changed on disk/)).toBeVisible();
    await expect(kept(workbench)).toBeVisible();
    await comesBack(workbench, 'two_drafts', 'mine');
  });
  await test.step('the other one discards what it wrote before', async () => {
    await write(other, 'theirs again');
    await expect(kept(other)).toBeVisible();
    await write(workbench, 'mine at last');
    await expect(kept(workbench)).toBeVisible();
    await other.page.bringToFront();
    await other.act('two_drafts', 'Discard the draft');
    await expect(other.editor.pane.getByText('Saved', { exact: true })).toBeVisible();
    await comesBack(workbench, 'two_drafts', 'mine at last');
  });
});

/** What the browser refuses while the page's `isBroken` is set. */
const breakages: Record<string, (page: Page) => Promise<unknown>> = {
  'to open its database': (page) =>
    page.addInitScript(() => {
      const { open } = IDBFactory.prototype;
      Object.assign(window, { isBroken: true });
      IDBFactory.prototype.open = function (...given) {
        if (Object(window).isBroken) throw new DOMException('No storage', 'SecurityError');
        return open.apply(this, given);
      };
    }),
  'every transaction': (page) =>
    page.addInitScript(() => {
      const { transaction } = IDBDatabase.prototype;
      Object.assign(window, { isBroken: true });
      IDBDatabase.prototype.transaction = function (...given) {
        if (Object(window).isBroken) throw new DOMException('Closed', 'InvalidStateError');
        return transaction.apply(this, given);
      };
    }),
};

for (const [what, breakIt] of Object.entries(breakages)) {
  test(`O6: in a browser that refuses ${what} the page goes on and says so, until drafts are kept again`, async ({
    workbench,
    runner,
  }) => {
    const { page } = workbench;
    putTool(runner, { id: 'unkept', code: code('first') });
    await breakIt(page);
    await page.reload();
    await expect(page.getByText(/Drafts cannot be kept in this browser/)).toBeVisible();
    await workbench.openTool('unkept');
    await write(workbench, 'edited');
    await expect(notKept(workbench)).toBeVisible();
    await page.evaluate(() => Object.assign(window, { isBroken: false }));
    await write(workbench, 'edited again');
    await expect(kept(workbench)).toBeVisible();
  });
}

test('O6: a draft is said to be kept once the browser has it, and of each tool on its own', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  putTool(runner, { id: 'half_kept', code: code('first') });
  putTool(runner, { id: 'well_kept', code: code('first') });
  await workbench.openTool('half_kept');
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (row, key) {
      const request = key === undefined ? put.call(this, row) : put.call(this, row, key);
      if (Object(row).id === 'half_kept')
        request.addEventListener('success', () => this.transaction.abort());
      return request;
    };
  });
  await write(workbench, 'edited');
  await expect(notKept(workbench)).toBeVisible();
  await workbench.openTool('well_kept');
  await write(workbench, 'edited');
  await expect(kept(workbench)).toBeVisible();
  await workbench.openTool('half_kept');
  await expect(notKept(workbench)).toBeVisible();
});

test('O6: drafts are kept on after the browser has deleted them', async ({ workbench, runner }) => {
  const { page } = workbench;
  putTool(runner, { id: 'kept_on', code: code('first') });
  await workbench.openTool('kept_on');
  await write(workbench, 'edited');
  await expect(kept(workbench)).toBeVisible();
  const ends = page.evaluate(
    () =>
      new Promise((done) => {
        const request = indexedDB.deleteDatabase('lathe');
        request.onsuccess = () => done('deleted');
        request.onblocked = () => done('blocked');
      }),
  );
  expect(await ends).toBe('deleted');
  await write(workbench, 'edited again');
  await expect(kept(workbench)).toBeVisible();
  await comesBack(workbench, 'kept_on', 'edited again');
});

test('O6: a browser that does not open its database holds nothing up, and gives the drafts once it does', async ({
  workbench,
  runner,
  context,
}) => {
  const { page } = workbench;
  putTool(runner, { id: 'given_late', code: code('first') });
  putTool(runner, { id: 'written_meanwhile', code: code('first') });
  await workbench.openTool('given_late');
  await write(workbench, 'kept before');
  await expect(kept(workbench)).toBeVisible();

  // Another page of this browser waits to change the database, and all that open it wait for that one.
  const other = await context.newPage();
  await other.goto(new URL('/lathe.svg', runner.url).href);
  await other.evaluate(
    () =>
      new Promise<void>((done) => {
        const first = indexedDB.open('lathe', 1);
        first.onsuccess = () => {
          Object.assign(window, { letGo: () => first.result.close() });
          const change = indexedDB.open('lathe', 2);
          change.onblocked = () => done();
          change.onupgradeneeded = () => change.transaction?.abort();
        };
      }),
  );
  await page.bringToFront();
  await page.reload();
  await expect(page.getByText(/Drafts cannot be kept in this browser at the moment/)).toBeVisible();
  await workbench.openTool('written_meanwhile');
  await write(workbench, 'edited');
  await expect(notKept(workbench)).toBeVisible();

  await test.step('without the runner, too, no draft is said to be kept', async () => {
    await page.route('**/api/tools/**', (route) => route.abort());
    await workbench.tool('greet').click();
    const banner = page.locator('.banner');
    await expect(banner).toContainText('drafts cannot be kept in this browser');
    await page.unroute('**/api/tools/**');
    await banner.getByRole('button', { name: 'Retry' }).click();
    await expect(banner).toBeEmpty();
  });

  await other.evaluate(() => (Object(window) as { letGo(): void }).letGo());
  await expect(kept(workbench)).toBeVisible();
  await workbench.openTool('given_late');
  await workbench.editor.show('execution.py');
  await expect.poll(() => workbench.editor.text()).toContain('kept before');
  await expect(workbench.tool('given_late').getByText('unsaved')).toBeAttached();
});
