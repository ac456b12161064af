import process from 'node:process';
import { parseArgs } from 'node:util';
import { openClassifier } from '../hosts/languages/bash/bash.ts';
import { fuzzJudge } from './judge-fuzz/fuzz-judge.ts';
import { missingBox } from './judge-fuzz/run-boxed.ts';
import { reportLine } from './ground/measure.ts';

const { values } = parseArgs({
  options: {
    scripts: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
});
const missing = missingBox();
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
const started = performance.now();
const classify = await openClassifier();
const { generated, allowed, denied, failures } = await fuzzJudge(
  classify,
  Number(values.scripts),
  Number(values.seed),
);
for (const { seed, script, deed } of failures)
  console.log(`seed ${seed}: ${JSON.stringify(script)}\n  ${deed}`);
reportLine('scripts generated', String(generated));
reportLine('judged allow, and run with bash in a box', String(allowed));
reportLine('judged deny', String(denied));
reportLine('wrote, started something or read elsewhere', String(failures.length), {
  text: '0',
  met: failures.length === 0,
});
const parts = 'ls;'.repeat(20_000);
const seconds = Array.from({ length: 6 }, () => {
  const before = process.cpuUsage();
  classify(parts);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
});
const least = Math.min(...seconds);
reportLine('20,000 parts judged, processor time', `${least.toFixed(3)} s`, {
  text: 'at most 0.2 s',
  met: least <= 0.2,
});
reportLine('took', `${((performance.now() - started) / 1000).toFixed(0)} s`);
process.exitCode = failures.length === 0 ? 0 : 1;
