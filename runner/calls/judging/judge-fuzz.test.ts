import { describe, expect, test } from 'vitest';
import { fuzzJudge } from '../../bench/judge-fuzz/fuzz-judge.ts';
import { generateScript } from '../../bench/judge-fuzz/generate.ts';
import { missingBox, runBoxed } from '../../bench/judge-fuzz/run-boxed.ts';
import { openClassifier } from '../../hosts/languages/bash/bash.ts';

const SCRIPTS = 4_000;
const missing = missingBox();
if (missing !== undefined)
  process.stderr.write(`The judge is not tried against real bash: ${missing}\n`);

test('a seed makes the same script again', () => {
  expect(generateScript(7)).toBe(generateScript(7));
  expect(generateScript(7)).not.toBe(generateScript(8));
});

describe.skipIf(missing !== undefined)('against real bash', () => {
  test('a script that writes, starts a program or reads elsewhere is detected', async () => {
    const scripts = ['ls', 'touch new.txt', 'echo a >> a.txt', 'cat ../secret.txt', 'cat a.txt'];
    const deeds = await runBoxed(scripts);
    expect(deeds.map(({ index }) => index)).toEqual([1, 2, 3]);
    expect(deeds[0]?.deed).toContain('started touch new.txt');
    expect(deeds[2]?.deed).toContain('/box/secret.txt read');
  });

  test(`A3.27 the allowed ones of ${SCRIPTS} generated scripts only read their folder`, async () => {
    const { allowed, denied, failures } = await fuzzJudge(await openClassifier(), SCRIPTS, 2);
    expect(failures).toEqual([]);
    expect(allowed).toBeGreaterThan(SCRIPTS / 10);
    expect(denied).toBeGreaterThan(SCRIPTS / 50);
  }, 300_000);
});
