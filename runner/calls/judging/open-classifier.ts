import { openBashParser } from '../../../shared/commands/bash-parser.ts';
import { createClassifier, type Classify } from '../../../shared/commands/classify.ts';
import { grammarFiles } from '../../platform/grammar-files.ts';

let opened: Promise<Classify> | undefined;

/** The classifier of shell commands; its grammar is loaded once, at the first use. */
export const openClassifier = (): Promise<Classify> =>
  (opened ??= grammarFiles('bash').then(openBashParser).then(createClassifier));
