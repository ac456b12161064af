import type { Classify } from '../../../shared/commands/classify.ts';
import { createPowerShellClassifier } from '../../../shared/commands/powershell/classify.ts';
import { openPowerShellParser } from '../../../shared/commands/powershell/parser.ts';
import { grammarFiles } from '../../platform/grammar-files.ts';

let opened: Promise<Classify> | undefined;

/** The classifier of PowerShell; its grammar is loaded once, at the first use. */
export const openPowerShellClassifier = (): Promise<Classify> =>
  (opened ??= grammarFiles('powershell')
    .then(openPowerShellParser)
    .then(createPowerShellClassifier));
