import type { Judged } from './judge-commands.ts';

/** JSON lines that the tests of the classifier read: each command with the verdict it got. */
export const regressionFile = (
  rows: readonly { command: string; verdict: Pick<Judged, 'decision'> }[],
): string =>
  rows
    .map(({ command, verdict }) => `${JSON.stringify({ cmd: command, want: verdict.decision })}\n`)
    .join('');
