import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import type { Runner } from './runner.ts';

/** Writes a module as another program would; the page finds it by itself. */
const put = (runner: Runner, path: string, text: string): void => {
  const file = join(runner.workspace, 'tools', path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
};

const powershell = `<#
.SYNOPSIS
    Words.
#>
function Get-It { param([string]$A, [string]$B = 'b') "$A $B" }
`;
const unknown = `${powershell}function Get-Other { param($A) $A ? 1 : 2 }\n`;

const authored = `import { z } from 'zod';
import { createTool, ToolKind } from 'lathe';
export const loud = createTool({
  name: 'loud', kind: ToolKind.ReadOnly, schema: z.object({ what: z.string() }),
  description: { short: 'Says it', examples: [
    { description: 'Once', params: { what: 'one' } }, { description: 'Twice', params: { what: 'two' } },
  ] },
  async execute({ what }) { return { success: true, llmContent: what, displayContent: what }; },
});
`;
const authoredOff = `import { z } from 'zod';
import { Tool } from 'lathe';
export const hush = Tool.define('hush', { name: 'hush', description: 'Is off', category: 'custom',
  enabled: false, parameters: z.object({}),
  async execute() { return { title: 't', output: 'o', metadata: {} }; } });
`;

const words = {
  en: {
    reads: 'This script is read-only. It runs without approval where bubblewrap is installed',
    asks: /This script needs approval: .*line 6 has a form that cannot be checked: \? 1 : 2/,
    missing: /^PowerShell cannot run here: PowerShell is not installed/,
    off: 'Turned off by its author. Turn it on in Settings',
  },
  zh: {
    reads: '此脚本只读，在装有 bubblewrap 的机器上无需审批即可运行',
    asks: /第 6 行含有无法检查的写法：\? 1 : 2/,
    missing: /^PowerShell 在这里无法运行：/,
    off: '作者停用了其中 1 个工具，可在设置中启用',
  },
} as const;

for (const language of ['en', 'zh'] as const) {
  const say = words[language];
  test(`what will become of a PowerShell tool is told before it is run, in ${language}`, async ({
    workbench,
    runner,
  }) => {
    put(runner, 'told/told.ps1', powershell);
    const { page, run } = workbench;
    const { hosts } = await (
      await fetch(new URL('/api/health', runner.url), {
        headers: { Authorization: `Bearer ${runner.token}` },
      })
    ).json();
    await workbench.speak(language);
    await workbench.tool('told').click();
    const verdict = page.getByTestId('script-verdict');
    await expect(verdict).toContainText(say.reads);
    const missing = run.getByRole('status').filter({ hasText: say.missing });
    await expect(missing).toHaveCount(hosts.powershell.ready ? 0 : 1);
    put(runner, 'unknown/unknown.ps1', unknown);
    await workbench.tool('unknown').click();
    await expect(verdict).toContainText(say.asks);
  });

  test(`a tool that its author switched off is off in the library, in ${language}`, async ({
    workbench,
    runner,
  }) => {
    put(runner, 'quiet/index.ts', authoredOff);
    await workbench.speak(language);
    const row = workbench.tool('quiet');
    await expect(row.getByTitle(say.off)).toBeVisible({ timeout: 60_000 });
    await expect(row).toContainText(language === 'en' ? 'off' : '停用');
  });
}

test("an author's example that the person takes out of the samples stays out", async ({
  workbench,
  runner,
}) => {
  const { page, run } = workbench;
  put(runner, 'shows/index.ts', authored);
  await workbench.tool('shows').click();
  const chip = (name: string) => run.getByRole('button', { name, exact: true });
  await expect(chip('Once')).toBeVisible({ timeout: 60_000 });
  await expect(chip('Twice')).toBeVisible();
  put(
    runner,
    'shows/samples.json',
    '[{"name": "Twice", "tool": "loud", "arguments": {"what": "2"}}]',
  );
  await expect(chip('Once')).toHaveCount(0);
  await page.reload();
  await workbench.tool('shows').click();
  await expect(chip('Twice')).toBeVisible();
  await expect(chip('Once')).toHaveCount(0);
});
