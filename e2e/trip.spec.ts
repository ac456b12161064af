import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';

const definition = (id: string) =>
  JSON.stringify(
    {
      id,
      description: 'Says a text loudly, as often as it is asked to',
      parameters: {
        type: 'object',
        properties: {
          text: { type: 'string', description: 'What to say' },
          times: { type: 'integer', description: 'How often', minimum: 1, default: 2 },
        },
        required: ['text'],
      },
      timeout: 10,
    },
    null,
    2,
  );

const words = {
  en: {
    new: 'New',
    name: 'Name',
    create: 'Create',
    fix: /Double the braces/,
    done: 'Done',
    actions: (id: string) => `Actions for ${id}`,
    export: 'Export as zip',
    delete: 'Delete',
    saved: 'Saved',
    deleted: (id: string) => `Deleted "${id}"`,
    reshaped: 'Edited return rules applied',
  },
  zh: {
    new: '新建',
    name: '名称',
    create: '创建',
    fix: /花括号/,
    done: '完成',
    actions: (id: string) => `${id} 的操作`,
    export: '导出为 zip',
    delete: '删除',
    saved: '已保存',
    deleted: (id: string) => `已删除“${id}”`,
    reshaped: '返回规则',
  },
} as const;

for (const language of ['en', 'zh'] as const) {
  test(`A1.8 A1.14 A1.42 the whole trip of a new tool, in ${language}`, async ({ workbench }) => {
    const { page, editor, library, preview, run, result } = workbench;
    const say = words[language];
    const id = `shout_${language}`;
    await workbench.speak(language);

    await test.step('a new tool from nothing', async () => {
      await library.getByRole('button', { name: say.new, exact: true }).click();
      await page.getByRole('textbox', { name: say.name }).fill(id);
      await page.getByRole('button', { name: say.create, exact: true }).click();
      await editor.write('definition.json', definition(id));
    });

    await test.step('the schema follows', async () => {
      await expect(preview.getByText('times', { exact: false }).first()).toBeVisible();
      await expect(run.getByLabel('text', { exact: false }).first()).toBeVisible();
    });

    await test.step('a mistake, and its quick fix', async () => {
      await editor.write(
        'execution.py',
        "ends = {'loud': '!'}\nprint('{text}'.upper() * {times} + ends['loud'])\n",
      );
      await editor.takeFix(say.fix);
      await expect.poll(() => editor.text()).toContain("{{'loud': '!'}}");
    });

    await test.step('run, and read both contents', async () => {
      await run.getByRole('textbox', { name: /^text/ }).first().fill("it's {new}");
      await workbench.runIt();
      await expect(result.getByText(say.done, { exact: true })).toBeVisible();
      await expect(workbench.modelSees).toContainText("IT'S {NEW}IT'S {NEW}!");
      await expect(workbench.personSees).toContainText("IT'S {NEW}IT'S {NEW}!");
    });

    await test.step('the return rule re-shapes the result without a run', async () => {
      const runs = page
        .waitForRequest(
          (request) => request.url().endsWith('/api/runs') && request.method() === 'POST',
          { timeout: 3000 },
        )
        .then(
          () => 'ran',
          () => 'did not run',
        );
      await editor.write('return.json', '{ "truncate": 5, "template": "[loud] {output}" }');
      await expect(workbench.modelSees).toHaveText("IT'S ");
      await expect(workbench.personSees).toContainText("[loud] IT'S");
      expect(await runs).toBe('did not run');
    });

    await test.step('save, and reload', async () => {
      await page.keyboard.press('ControlOrMeta+S');
      await expect(editor.pane.getByText(say.saved, { exact: true }).last()).toBeVisible();
      await page.reload();
      await workbench.openTool(id);
      await editor.show('execution.py');
      await expect.poll(() => editor.text()).toContain("{{'loud': '!'}}");
    });

    await test.step('export, delete, import, run again', async () => {
      const actions = library.getByRole('button', { name: say.actions(id) });
      await workbench.tool(id).hover();
      const download = page.waitForEvent('download');
      await actions.click();
      await page.getByRole('menuitem', { name: say.export }).click();
      const zip = await readFile(await (await download).path());
      await actions.click();
      await page.getByRole('menuitem', { name: say.delete }).click();
      await expect(page.getByText(say.deleted(id))).toBeVisible();
      await expect(workbench.tool(id)).toHaveCount(0);
      await page
        .locator('[data-import=zip]')
        .setInputFiles({ name: `${id}.zip`, mimeType: 'application/zip', buffer: zip });
      await workbench.openTool(id);
      await run.getByRole('textbox', { name: /^text/ }).first().fill('again');
      await workbench.runIt();
      await expect(workbench.modelSees).toHaveText('AGAIN');
    });
  });
}

test.describe('at 1024 px', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('what is sent fills its strip down to the dock', async ({ workbench }) => {
    const { preview } = workbench;
    await workbench.openTool('calc');
    const sent = preview.getByRole('group', { name: 'Schema' });
    await expect(sent).toContainText('First number');
    const [strip, rows] = await Promise.all([preview.boundingBox(), sent.boundingBox()]);
    expect(rows && rows.y + rows.height).toBe(strip && strip.y + strip.height);
  });
});
