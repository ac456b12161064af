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

/** What the judge of commands says, by codes that are worded in every language of the page. */
export type ReasonCode = keyof typeof texts;

export const because = (code: ReasonCode, values?: Reason['values']): Reason =>
  wordReason(texts, code, values);
