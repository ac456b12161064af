import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Classify } from '../classify.ts';
import { createPowerShellClassifier } from './classify.ts';
import { openPowerShellParser } from './parser.ts';

const Row = z.object({ cmd: z.string(), want: z.enum(['allow', 'ask', 'deny']), why: z.string() });
const rows = readFileSync(new URL('../fixtures/powershell.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => Row.parse(JSON.parse(line)));
const packages = new URL('../../../node_modules/', import.meta.url);
const file = (path: string) => new Uint8Array(readFileSync(new URL(path, packages)));

let classify: Classify;
beforeAll(async () => {
  const engine = file('web-tree-sitter/web-tree-sitter.wasm');
  const grammar = file('tree-sitter-powershell/tree-sitter-powershell.wasm');
  classify = createPowerShellClassifier(await openPowerShellParser({ engine, grammar }));
});
const decide = (cmd: string) => classify(cmd, { boundary: '/workspace' }).decision;

describe('PowerShell commands', () => {
  test('A3.27, A3.29: the table has rows of every kind', () => {
    expect(rows.length).toBeGreaterThanOrEqual(120);
  });

  test.each(rows.filter(({ want }) => want !== 'allow'))(
    'A3.29: $cmd is not allowed: $why',
    ({ cmd, want }) => {
      expect(decide(cmd)).toBe(want);
    },
  );

  test('A3.27: at most 5 in 100 commands that only read need approval, and none is refused', () => {
    const reads = rows.filter(({ want }) => want === 'allow');
    const judged = reads.map(({ cmd }) => ({ cmd, decision: decide(cmd) }));
    const stopped = judged.filter(({ decision }) => decision !== 'allow');
    expect(stopped.length / reads.length, JSON.stringify(stopped)).toBeLessThanOrEqual(0.05);
    expect(stopped.filter(({ decision }) => decision === 'deny')).toEqual([]);
  });

  test('A3.27: gives a finding for each part', () => {
    const { segments, reasons } = classify('Get-Date; Remove-Item a', { boundary: '/workspace' });
    expect(segments.map(({ text, decision }) => [text, decision])).toEqual([
      ['Get-Date', 'allow'],
      ['Remove-Item a', 'ask'],
    ]);
    expect(reasons).toEqual([
      {
        ...{ rule: 'unknown', code: 'deletes-files', values: { name: 'remove-item' } },
        message: '"remove-item" deletes files',
      },
    ]);
  });

  test('reports a part that cannot be judged once, with its line', () => {
    const { reasons } = classify('function F { param($a) $a }\nfunction G {\n  $a ? 1 : 2\n}');
    expect(reasons.map(({ message }) => message)).toEqual([
      'line 3 has a form that cannot be checked: ? 1 : 2',
    ]);
  });

  test('judges a long script and a deeply nested one, and allows neither', () => {
    for (const text of ['Get-Date;'.repeat(30_000), '('.repeat(5000), `${'{'.repeat(150)}rm a`]) {
      expect(decide(text)).not.toBe('allow');
    }
  });
});
