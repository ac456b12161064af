import type { ProblemCodes } from '../../shared/tool/problem/problem-codes.ts';
import { texts as agent } from './agent/texts.ts';
import { texts as bash } from './bash/texts.ts';
import type { LanguageTexts } from './language.ts';
import { texts as powershell } from './powershell/texts.ts';
import { texts as python } from './python/texts.ts';

/** The wordings of the languages that have some. Fetched late, and so no part of their table. */
export const languageTexts = { agent, bash, powershell, python } satisfies {
  [Id in keyof ProblemCodes]?: LanguageTexts<Id>;
};
