import type { RunRecord } from '../../../shared/protocol/runs.ts';
import { writeJson } from '../../../shared/tool/exact-number.ts';

/** Characters of arguments that a row has room for. */
const MOST = 60;

/** What a run was made with: the sample with its arguments, if there is one, else the arguments. */
export const aboutRun = (
  { arguments: args = {} }: Pick<RunRecord, 'arguments'>,
  sample: string | undefined,
): string => {
  if (sample !== undefined) return sample;
  const text = Object.values(args)
    .map((value) => (typeof value === 'string' ? value.slice(0, MOST + 1) : writeJson(value)))
    .join(' ');
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
};
