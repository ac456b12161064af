import { median, reportLine, reportRatio } from './measure.ts';
import type { Spent } from './process-state.ts';

export const none: Spent = { own: NaN, all: NaN, told: NaN };

type Parts = ReturnType<typeof partsOf>;

/** The candidates' times in one round, in the parts that are compared. */
function partsOf(spent: Spent[]) {
  const [sdk = none, alone = none, asked = none, read = none, talked = none] = spent;
  const [calls = none, looks = none, http = none, mocked = none] = spent.slice(5);
  const call = calls.all - http.all;
  const whole = talked.all - call;
  return {
    ...{ call, whole, look: looks.all - http.all, handing: whole - talked.told },
    loop: whole - talked.told - asked.own,
    mocked: mocked.all - mocked.told - asked.own,
    theirs: sdk.own - alone.own - read.own,
    model: talked.told + asked.own,
    ...{ theirModel: alone.own, theirWhole: sdk.own - read.own },
  };
}
/**
 * Compares the loops of a turn; `spent` has a row for each round, with the candidates of `bench -- agent` in order.
 */
export function reportParts(spent: Spent[][], turns: number): void {
  const rows = spent.map(partsOf);
  // Differences within a round: a garbage collection in one round does not affect the others.
  const of = (part: (row: Parts) => number) => median(rows.map(part)) / turns;
  const theirs = of((row) => row.theirs);
  reportRatio(
    "the loop, without each side's model",
    of((row) => row.loop),
    theirs,
    1.5,
  );
  reportRatio(
    'the same, calls mocked',
    of((row) => row.mocked),
    theirs,
  );
  reportRatio(
    'with handing requests to another process',
    of((row) => row.handing),
    theirs,
  );
  reportRatio(
    'the model: handed over and asked',
    of((row) => row.model),
    of((row) => row.theirModel),
  );
  reportRatio(
    'all but the calls',
    of((row) => row.whole),
    of((row) => row.theirWhole),
  );
  const line = (name: string, ms: number) => reportLine(name, `${ms.toFixed(2)} ms`);
  line(
    'a call of Read, without HTTP',
    of((row) => row.call),
  );
  line(
    'of it the look at the tools',
    of((row) => row.look),
  );
}
