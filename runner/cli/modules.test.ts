import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { engines, startLathe } from './fixtures/start-lathe.ts';

const fixtures = resolve(import.meta.dirname, '../../shared/formats/fixtures/modules');
const root = mkdtempSync(join(tmpdir(), 'lathe-modules-'));
const workspace = join(root, 'tools');
cpSync(fixtures, workspace, { recursive: true });
afterAll(() => rmSync(root, { recursive: true }));
const names = readdirSync(fixtures);

describe.each(engines)(
  'script modules with the command on $engine',
  // The first use on a machine makes the interpreter's image.
  { timeout: 180_000 },
  ({ command }) => {
    const json = async (args: string[]) => {
      const { stdout, code } = await startLathe(command, [...args, '--json']);
      return { code, answer: JSON.parse(stdout) };
    };

    test('ten modules of different origin declare their tools without an error', async () => {
      expect(names).toHaveLength(10);
      const { answer } = await json(['check', ...names.map((name) => join(workspace, name))]);
      const errors = answer.problems.filter(
        ({ severity }: { severity: string }) => severity === 'error',
      );
      expect(errors).toEqual([]);
    });

    test('A0.13 A0.16 A0.32 A0.34 their samples answer as they say', async () => {
      const runnable = names.filter((name) => name !== 'disk_report');
      const paths = runnable.map((name) => join(workspace, name));
      const { answer } = await json(['test', ...paths, '--dangerously-approve']);
      expect(answer.results.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
      expect(answer.passed).toBeGreaterThan(15);
    });

    test('PowerShell runs where it is, and else says what is missing', async () => {
      const args = [
        '--tool',
        'Convert-Size',
        '--args',
        '{"Bytes": 2097152}',
        '--dangerously-approve',
      ];
      const { answer } = await json(['run', join(workspace, 'disk_report'), ...args]);
      if (answer.ending.kind === 'unavailable') {
        process.stderr.write(`A row that runs PowerShell is skipped: ${answer.ending.reason}\n`);
        expect(answer.ending.reason).toContain('PowerShell');
      } else expect(answer.llmContent).toBe('2 MB');
    });

    test('A0.5 a bare file is inspected where it lies, and nothing is written beside it', async () => {
      const before = readdirSync(join(workspace, 'kucun'));
      const { answer, code } = await json(['inspect', join(workspace, 'kucun/kucun.py')]);
      expect(code).toBe(0);
      expect(answer).toMatchObject({
        format: 'script-module',
        group: { name: 'kucun', rulePrompt: '库存工具组。\n\n先查询, 再修改。' },
        tools: [
          {
            name: 'query',
            description: '查询库存\n返回商品的数量。',
            parameters: {
              properties: { unit: { type: 'string', default: '个' } },
              required: ['item'],
            },
            policies: { execution: 'auto', result: 'never' },
          },
        ],
        problems: [],
      });
      expect(readdirSync(join(workspace, 'kucun'))).toEqual(before);
    });

    test('A0.31 a file that cannot be parsed says where', async () => {
      writeFileSync(join(root, 'broken.py'), 'def f():\n    return (1,\n');
      const { answer, code } = await json(['inspect', join(root, 'broken.py')]);
      expect(code).toBe(2);
      expect(answer.problems).toMatchObject([
        { code: 'syntax', file: 'broken.py', line: 2, column: 12 },
      ]);
    });
  },
);
