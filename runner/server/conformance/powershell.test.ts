import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';

const source = `# TOOL_CONFIG: {"executionPolicy": "auto"}
function Get-Early { 1; 'a'; exit 3 }
function Get-Broken { 1; break; 2 }
function Get-Numbers { 1..200000 }
function Get-Deep { $x = 1; foreach ($i in 1..10) { $x = @{ n = $x } }; $x }
function Get-Kind { param($N) $N.GetType().Name; $N }
function Get-More { param([bigint]$N) $N + 1; 1.5; 1.10d }
function Get-World { (Get-Item /proc/self/ns/pid).Target }
function Get-Typed {
  param(
    [Parameter(Mandatory)][string]$Name,
    [System.Collections.Generic.Dictionary[string, int]]$Map,
    [switch]$On,
    [int[]]$Many = @(1, (2)),
    [hashtable]$Table,
    [ValidatePattern('^[a-z]+$')][string]$Word = 'ab',
    [ValidatePattern('^(?>a+)b$')][string]$Greedy = 'ab',
    [string]$Last = (Get-Date -Format "a, (b) $c")
  )
  "$Name $($Map.GetType().Name) $($Map.Keys -join '') $On $($Many -join '+') $($Table.k) $Word"
}
`;
/** PowerShell takes its time to start where the machine is busy. */
const LONG = { timeout: 240_000 };

onBothEngines('PowerShell', (runner) => {
  let isHere = false;
  beforeAll(async () => {
    const folder = join(runner().workspace, 'tools/shell');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'shell.ps1'), source);
    const { ending } = await run('Get-World');
    isHere = ending.kind !== 'unavailable';
    if (!isHere) {
      process.stderr.write(`Rows that run PowerShell are skipped: ${ending.reason}\n`);
    }
  }, 120_000);

  /** `args` may be JSON as it is sent: a JavaScript object has no large numbers. */
  const run = async (tool: string, args: object | string = {}) => {
    const written = typeof args === 'string' ? args : JSON.stringify(args);
    const body = `{"toolId": "shell", "tool": "${tool}", "arguments": ${written}}`;
    const events = await runner().run(body, 'page', async ({ event, data }) => {
      if (event !== 'approval') return;
      const said = { id: data.approval.id, answer: 'allow', scope: 'session' };
      const path = `/api/runs/${data.approval.runId}/decision`;
      await runner().fetch(path, { as: 'page', method: 'POST', body: said });
    });
    return events.at(-1)?.data;
  };
  const here = (name: string, row: () => Promise<void>) =>
    test(name, LONG, async (context) => {
      if (!isHere) return context.skip('PowerShell is not installed');
      await row();
    });

  test('a pattern of .NET that no schema can say is pointed out', LONG, async () => {
    const { tools } = await (await runner().fetch('/api/tools')).json();
    const entry = tools.find(({ id }: { id: string }) => id === 'shell');
    const said = entry.problems.find(({ code }: { code: string }) => code === 'pattern-not-ecma');
    expect(said).toMatchObject({ values: { name: 'Greedy', unheld: '(?>a+)' } });
    const tool = entry.tools.find(({ name }: { name: string }) => name === 'Get-Typed');
    expect(tool.parameters.properties).toMatchObject({
      Name: { type: 'string', minLength: 1 },
      Map: { type: 'object', additionalProperties: { type: 'integer' } },
      Word: { type: 'string', pattern: '^[a-zA-Z]+$' },
    });
    expect(tool.parameters.properties.Greedy).not.toHaveProperty('pattern');
  });

  here('a mandatory text that is empty is refused before anything runs', async () => {
    const { result } = await run('Get-Typed', { Name: '' });
    expect(result.error).toMatchObject({ type: 'validation_error' });
  });

  here('A0.22 what is typed reaches the script so, and a dictionary is made', async () => {
    const args = {
      Name: 'n',
      Map: { a: 1 },
      On: true,
      Many: [3, 4],
      Table: { k: 'v' },
      Word: 'Xy',
    };
    const { result } = await run('Get-Typed', args);
    expect(result.llmContent).toBe('n Dictionary`2 a True 3+4 v Xy');
    const { result: plain } = await run('Get-Typed', { Name: 'n', Map: {} });
    expect(plain.llmContent).toMatch(/1\+2 {2}ab$/);
  });

  here('PowerShell itself checks what no schema says', async () => {
    const { result, ending } = await run('Get-Typed', { Name: 'n', Greedy: 'c' });
    expect(ending).toMatchObject({ kind: 'failed' });
    expect(result.error.message).toContain("'Greedy'");
  });

  here(
    'a script that ends by exit or break keeps what it had given, and the result says so',
    async () => {
      const { result, ending } = await run('Get-Early');
      expect(ending).toMatchObject({ kind: 'failed', exitCode: 3, value: [1, 'a'] });
      expect(result).toMatchObject({ success: false, metadata: { return_code: 3 } });
      expect(result.llmContent).toMatch(
        /exit code 3\n\nAnswered until then:\n\[\n {2}1,\n {2}"a"\n\]$/,
      );
      expect(result.metadata.warnings).toEqual([expect.stringMatching(/^It ended before/)]);
      const broken = await run('Get-Broken');
      expect(broken.result).toMatchObject({ success: true, llmContent: '1' });
      expect(broken.result.metadata.warnings).toHaveLength(1);
    },
  );

  here('200,000 numbers come back, and what is nested too deep is said', async () => {
    const { ending } = await run('Get-Numbers');
    expect(ending.value).toHaveLength(200_000);
    const { result } = await run('Get-Deep');
    expect(result.metadata.warnings).toEqual([
      'The answer is nested deeper than 9 levels; deeper parts are given as text',
    ]);
  });

  here('numbers are exact, or refused', async () => {
    const nines = '9'.repeat(60);
    const rows = [
      ['Get-Kind', '9007199254740993', '["Int64",9007199254740993]'],
      ['Get-Kind', '-9223372036854775808', '["Int64",-9223372036854775808]'],
      ['Get-Kind', '9223372036854775808', '["BigInteger",9223372036854775808]'],
      ['Get-Kind', `-${nines}`, `["BigInteger",-${nines}]`],
      ['Get-Kind', '1e300', '["Double",1E+300]'],
      ['Get-More', nines, `[1${'0'.repeat(60)},1.5,1.10]`],
    ] as const;
    for (const [tool, number, said] of rows) {
      const { result } = await run(tool, `{"N": ${number}}`);
      expect(result.llmContent.replaceAll(/\s/g, '')).toBe(said);
    }
    const { result } = await run('Get-Kind', '{"N": 1e400}');
    expect(result.error.details).toMatchObject([{ path: 'N', keyword: 'number-not-exact' }]);
    expect(result.error.message).toMatch(/1e400 .* PowerShell's \[double\] .* Infinity/);
  });

  /** The worlds of processes in which a PowerShell of this workspace waits for its call. */
  const waiting = (): string[] =>
    readdirSync('/proc').flatMap((pid) => {
      try {
        const [program] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        const isOurs =
          program?.endsWith('/pwsh') === true &&
          readlinkSync(`/proc/${pid}/cwd`) === join(realpathSync(runner().workspace), 'files');
        return isOurs ? [readlinkSync(`/proc/${pid}/ns/pid`)] : [];
      } catch {
        return [];
      }
    });

  here('a call meets a PowerShell that was started before it was asked for, once', async () => {
    await run('Get-World');
    await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1);
    const [world] = waiting();
    expect((await run('Get-World')).result.llmContent).toBe(world);
    await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1);
    expect(waiting()).not.toContain(world);
  });
});
