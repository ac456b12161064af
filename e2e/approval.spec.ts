import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ServersPage } from './pages/servers.ts';
import type { Runner } from './runner.ts';
import { serious } from './serious.ts';

/** Writes a bash tool as another program would; the page finds it by itself. */
const putScript = (runner: Runner, id: string, script: string): void => {
  const folder = join(runner.workspace, 'tools', id);
  mkdirSync(folder, { recursive: true });
  const text = { type: 'string', description: 'What the script gets' };
  const definition = {
    id,
    description: 'A small script that the tests of approvals run',
    parameters: { type: 'object', properties: { text }, required: ['text'] },
    timeout: 10,
  };
  const samples = [{ name: 'one', arguments: { text: 'first' } }];
  writeFileSync(join(folder, 'execution.sh'), script);
  writeFileSync(join(folder, 'samples.json'), JSON.stringify(samples));
  writeFileSync(join(folder, 'definition.json'), `${JSON.stringify(definition, null, 2)}\n`);
};

const question = (page: Page): Locator => page.getByRole('alertdialog');
const written = (runner: Runner, name: string) => join(runner.workspace, 'files', name);

/** Yes is heard only once the question has stood for a moment, so that no stray key says it. */
const ready = async (page: Page): Promise<void> => {
  await expect(
    question(page).getByRole('button', { name: /^(Allow|Run with these) once/ }),
  ).toBeEnabled();
};

/** The newest run of a tool, as a program reads it from the history. */
const lastRun = async (runner: Runner, tool: string) => {
  const get = async (path: string) => {
    const headers = { Authorization: `Bearer ${runner.token}` };
    return (await fetch(new URL(path, runner.url), { headers })).json();
  };
  const { runs } = await get(`/api/runs?tool=${tool}&limit=1`);
  return get(`/api/runs/${runs[0].id}`);
};

test('A3.28 a script that writes asks; no means that nothing is written', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  putScript(runner, 'denied', 'printf %s "$text" > denied.txt');
  await workbench.openTool('denied');
  await workbench.runIt();
  await expect(question(page)).toContainText('denied.txt');
  await expect(question(page)).toContainText('denied.txt" writes a file');
  await page.keyboard.press('Escape');
  await expect(workbench.modelSees).toContainText('Command rejected by user');
  expect(existsSync(written(runner, 'denied.txt'))).toBe(false);
  // What never ran took no time.
  await expect(workbench.ranBefore(0)).toHaveText(/denied.*Denied$/);
  await expect(workbench.result.getByRole('status')).not.toContainText(' ms');
  expect(await lastRun(runner, 'denied')).toMatchObject({
    outcome: 'denied',
    result: { error: { type: 'permission_error' } },
  });

  await test.step('its steps say why in the language of the page', async () => {
    await workbench.speak('zh');
    await workbench.history.getByRole('button', { name: '打开历史' }).click();
    await page.getByTestId('runs').getByRole('button', { name: '这次运行的步骤' }).first().click();
    const steps = page.getByTestId('steps');
    await expect(steps.getByRole('listitem')).toHaveCount(2);
    await expect(steps).toContainText(/“.*”会写入文件/);
    await expect(steps.getByText('你拒绝了这次调用')).toBeVisible();
    await expect(steps).not.toContainText(/writes|rejected/);
  });
});

test('a question shows the parts that need approval first, and the dock grows for it', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  putScript(runner, 'grows', 'ls; wc -l notes.md; printf %s "$text" > grows.txt');
  const height = async () => (await page.locator('.dock').boundingBox())?.height ?? 0;
  await workbench.openTool('grows');
  const own = await height();
  const note = workbench.run.getByTestId('script-verdict');
  await expect(note).toContainText('needs approval');
  await workbench.runIt();
  const parts = question(page).getByRole('list', { name: 'Decision for each part' });
  await expect(parts.getByRole('listitem')).toHaveCount(1);
  await expect(parts).toContainText('needs approval');
  await expect(parts).toContainText('grows.txt');
  await expect(note).toBeHidden();
  await expect(workbench.run.getByText('Esc', { exact: true })).toHaveCount(0);
  await expect.poll(height).toBeGreaterThan(own);
  const folded = question(page).getByRole('button', { name: /parts? (is|are) allowed/ });
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await folded.click();
  await expect(question(page).getByRole('list', { name: 'Parts that are allowed' })).toContainText(
    'ls',
  );
  await expect(question(page).getByRole('button', { name: 'Arguments' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  expect(await serious(page), 'approval').toEqual([]);
  await folded.click();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(question(page).getByRole('group', { name: 'Exact text' })).toBeInViewport({
    ratio: 1,
  });
  await expect(workbench.run.getByRole('heading', { name: 'Run' })).toBeInViewport();
  await expect(workbench.run.getByRole('button', { name: 'Cancel' })).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await workbench.openTool('text_len');
  await expect.poll(height).toBe(own);
});

test('a script that needs approval for several reasons counts them', async ({
  workbench,
  runner,
}) => {
  putScript(runner, 'several', 'mkdir -p made; rm -f made/old; echo "$text" > made/new');
  await workbench.openTool('several');
  await expect(workbench.run.getByTestId('script-verdict')).toContainText(
    '"mkdir" creates folders, and 2 more reasons',
  );
});

test('A3.28 why a script is forbidden is read in the language of the page alone', async ({
  workbench,
  runner,
}) => {
  putScript(runner, 'forbidden', 'sudo ls "$text"');
  await workbench.openTool('forbidden');
  await workbench.runIt();
  await expect(workbench.personSees).toContainText(
    'Not allowed: Command is forbidden: "sudo" runs with the privileges of another user',
  );
  await expect(workbench.personSees).not.toContainText(/\p{Script=Han}/u);
  await workbench.speak('zh');
  await expect(workbench.personSees).toContainText('❌ 未获允许');
  const next = workbench.result.getByRole('group', { name: '下一步' });
  await expect(next).toContainText('“sudo”会以其他用户的权限运行');
  await expect(next).not.toContainText(/forbidden|rights/);
  await expect(workbench.personSees).not.toContainText(/forbidden|rights/);
  await workbench.speak('en');
});

test('promise 7: yes once is for one run, yes for the session for the same run again', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  putScript(runner, 'appends', 'echo "$text" >> appended.txt; wc -l < appended.txt');
  await workbench.openTool('appends');
  await workbench.runIt();
  await ready(page);
  await page.keyboard.press('o');
  await expect(workbench.modelSees).toContainText('1');
  await workbench.runIt();
  await ready(page);
  await page.keyboard.press('s');
  await expect(workbench.modelSees).toContainText('2');
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('3');
  await expect(question(page)).toBeHidden();
  expect(readFileSync(written(runner, 'appended.txt'), 'utf8')).toBe('first\n'.repeat(3));
});

test('promise 7: edited arguments are asked for anew, and run as edited', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  putScript(runner, 'edited', 'printf %s "$text" > edited.txt');
  await workbench.openTool('edited');
  await workbench.runIt();
  await ready(page);
  await question(page).getByRole('button', { name: 'Edit' }).click();
  await question(page).getByRole('textbox').fill('{"text":"second"}');
  await question(page).getByRole('button', { name: 'Run once with these arguments' }).click();
  await expect(question(page)).toContainText('{"text":"second"}');
  await ready(page);
  await question(page).getByRole('button', { name: 'Allow once' }).click();
  await expect.poll(() => existsSync(written(runner, 'edited.txt'))).toBe(true);
  await expect.poll(() => readFileSync(written(runner, 'edited.txt'), 'utf8')).toBe('second');
});

test("promise 7: a program's question survives a reload of the page", async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  putScript(runner, 'waits', 'printf %s "$text" | tee waited.txt');
  await workbench.openTool('waits');
  const answer = fetch(new URL('/api/runs', runner.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${runner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ toolId: 'waits', arguments: { text: 'from a program' } }),
  }).then((response) => response.text());
  await expect(question(page)).toContainText('waited.txt');
  await page.reload();
  await expect(question(page)).toContainText('waited.txt');
  await ready(page);
  await question(page).getByRole('button', { name: 'Allow once' }).click();
  expect(await answer).toContain('from a program');
  expect(readFileSync(written(runner, 'waited.txt'), 'utf8')).toBe('from a program');
});

test('promise 5: a script that only reads runs without a question', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  putScript(runner, 'reads', 'for word in $text; do printf "<%s>" "$word"; done; ls | wc -l');
  await workbench.openTool('reads');
  await expect(workbench.run.getByTestId('script-verdict')).toContainText('is read-only');
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('<first>');
  await expect(question(page)).toBeHidden();
  expect((await lastRun(runner, 'reads')).ending.layers).toContain('bubblewrap');
});

test('A3.27 A3.30 what is forbidden is refused without a question', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  putScript(runner, 'forbidden', 'x=su; "${x}do" ls > "$text"');
  await workbench.openTool('forbidden');
  await expect(workbench.run.getByTestId('script-verdict')).toContainText('forbidden');
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('Command is forbidden');
  await expect(question(page)).toBeHidden();
  expect(existsSync(written(runner, 'first'))).toBe(false);
});

test('A3.28 a question says what a longer answer covers: the first words of a command, or this call', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  const call = async (command: string): Promise<{ success: boolean }> => {
    const answer = fetch(new URL('/api/runs', runner.url), {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        Authorization: `Bearer ${runner.token}`,
      },
      body: JSON.stringify({ toolId: 'builtin:Bash', arguments: { command } }),
    });
    return answer.then((done) => done.json());
  };
  // A page that is not there yet cannot be asked.
  await workbench.openTool('calc');
  const first = call('mkdir -p made/one');
  await expect(question(page)).toContainText('"mkdir" creates folders');
  const covers = question(page).getByRole('checkbox', { name: /apply to every call of mkdir \*/ });
  await expect(covers).toBeChecked();
  await expect(question(page).getByRole('status')).toContainText(
    'apply to every call of mkdir * in /',
  );
  await covers.uncheck();
  await expect(question(page).getByRole('status')).toContainText('only to this exact call');
  await covers.check();
  await ready(page);
  await question(page).getByRole('button', { name: 'Always allow' }).click();
  expect(await first).toMatchObject({ success: true });
  expect(await call('mkdir -p made/two')).toMatchObject({ success: true });
  expect(existsSync(written(runner, 'made/two'))).toBe(true);

  const other = call('rmdir made/two');
  await expect(question(page)).toContainText('"rmdir" deletes files');
  await page.keyboard.press('Escape');
  expect(await other).toMatchObject({ success: false });
  expect(existsSync(written(runner, 'made/two'))).toBe(true);
});

test('P4 a question leaves what is shown, and what is filled in, where it is', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  putScript(runner, 'elsewhere', 'printf %s "$text" > elsewhere.txt');
  await workbench.openTool('elsewhere');
  const servers = new ServersPage(page);
  await servers.openForm();
  const command = servers.form.getByLabel('Command', { exact: true });
  await command.fill('half a comm');
  const answer = fetch(new URL('/api/runs', runner.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${runner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ toolId: 'elsewhere', arguments: { text: 'x' } }),
  });
  const note = page
    .getByRole('status')
    .filter({ hasText: 'A call of elsewhere needs your approval' });
  await expect(note).toBeVisible();
  await expect(command).toHaveValue('half a comm');
  expect(await serious(page), 'note').toEqual([]);
  await page.goto(`${new URL(page.url()).origin}/#/history`);
  await expect(page.getByTestId('runs')).toBeVisible();
  await expect(note).toBeVisible();
  await note.getByRole('button', { name: 'Show' }).click();
  await expect(question(page)).toContainText('elsewhere.txt');
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await (await answer).text();
  await page.goBack();
  await page.goBack();
  await expect(command).toHaveValue('half a comm');
  await servers.form.getByRole('button', { name: 'Cancel' }).click();
  await servers.openForm();
  await expect(command).toHaveValue('');
});

test('P5 one run shows one duration everywhere, however long the decision took', async ({
  workbench,
  runner,
}) => {
  const { page, history, result } = workbench;
  putScript(runner, 'ponders', 'printf %s "$text" > pondered.txt');
  await workbench.openTool('calc');
  await workbench.runIt();
  await expect(workbench.ranBefore(0)).toContainText('calc');
  await workbench.openTool('ponders');
  await workbench.runIt();
  await expect(question(page)).toContainText('pondered.txt');
  let release: () => void = () => undefined;
  const gate = new Promise<void>((open) => (release = open));
  await page.route('**/api/runs/*/decision', async (route) => {
    await gate;
    await route.continue();
  });
  await ready(page);
  const sent = page.waitForRequest('**/api/runs/*/decision');
  await question(page).getByRole('button', { name: 'Allow once' }).click();
  await sent;
  const left = question(page).getByText(/^Denied automatically in/);
  await expect(left).not.toHaveText(await left.innerText());
  release();
  await expect(workbench.ranBefore(0)).toContainText('ponders');
  const shown = await workbench.ranBefore(0).locator('.time').innerText();
  await expect(result.getByRole('status').getByText(shown, { exact: true })).toBeVisible();

  await workbench.ranBefore(1).hover();
  await history.getByRole('button', { name: 'Compare with the open run' }).click();
  const newer = page
    .locator('.fact')
    .filter({ has: page.getByRole('heading', { name: 'Newer run' }) });
  await expect(newer.getByText(shown, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await workbench.ranBefore(0).hover();
  await history.getByRole('button', { name: 'Steps of this run' }).first().click();
  const steps = page.getByTestId('steps').getByRole('listitem');
  const call = steps.filter({ hasText: /done\s*run/ });
  await expect(call.getByText(shown, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
});

for (const [width, height] of [
  [1024, 768],
  [390, 844],
] as const)
  test(`P10 a question is read without scrolling sideways at ${width} px`, async ({
    workbench,
    runner,
  }) => {
    const { page } = workbench;
    putScript(runner, 'wide_asked', 'mkdir -p a/folder/with/a/name; echo "$text" > asked.txt');
    await workbench.openTool('wide_asked');
    await page.setViewportSize({ width, height });
    await workbench.runIt();
    await expect(question(page)).toContainText('"mkdir" creates folders');
    await expect(question(page)).toContainText('apply only to this exact call');
    const over = await question(page).evaluate((box) =>
      [...box.querySelectorAll('.body *')].flatMap((one) =>
        one.getBoundingClientRect().right > innerWidth ? [one.textContent] : [],
      ),
    );
    expect(over).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
  });
