import type { RunRecord } from '../../shared/protocol/runs.ts';

const most = 1_000;

/** What a run is found by: the tool's name, and the heads of its arguments and of its answer. */
export const runText = ({ tool, arguments: args, result }: RunRecord): string =>
  [tool, JSON.stringify(args ?? {}).slice(0, most), result?.llmContent.slice(0, most) ?? ''].join(
    ' ',
  );
