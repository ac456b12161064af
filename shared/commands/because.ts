import { wordReason, type Reason } from '../tool/problem/reason.ts';
import { askReasons } from './reasons/asks.ts';
import { forbiddenReasons } from './reasons/forbidden.ts';
import { powershellReasons } from './reasons/powershell.ts';
import { readReasons } from './reasons/reads.ts';
import { writeReasons } from './reasons/writes.ts';

const texts = {
  ...readReasons,
  ...writeReasons,
  ...askReasons,
  ...forbiddenReasons,
  ...powershellReasons,
};

/** A code of a finding about a command. The page words each code in every language. */
export type ReasonCode = keyof typeof texts;

export const because = (code: ReasonCode, values?: Reason['values']): Reason =>
  wordReason(texts, code, values);
