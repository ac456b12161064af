import { openBashParser } from '../../../../shared/commands/bash-parser.ts';
import { createClassifier, type Classify } from '../../../../shared/commands/classify.ts';
import { bash } from '../../../../shared/languages/bash/bash.ts';
import { grammarFiles } from '../../../platform/grammar-files.ts';
import type { LanguageHere } from '../language-here.ts';

let opened: Promise<Classify> | undefined;

/** Opens the classifier of bash commands; its grammar is loaded once, at the first use. */
export const openClassifier = (): Promise<Classify> =>
  (opened ??= grammarFiles('bash').then(openBashParser).then(createClassifier));

/** A script is judged with the variables that it starts with. */
export const bashHere: LanguageHere = {
  id: bash.id,
  classify: openClassifier,
  judge: async ({ script, environment }, place) =>
    (await openClassifier())(script, { ...place, environment, closed: true }),
};
