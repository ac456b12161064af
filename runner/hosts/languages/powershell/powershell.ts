import type { Classify } from '../../../../shared/commands/classify.ts';
import { createPowerShellClassifier } from '../../../../shared/commands/powershell/classify.ts';
import { openPowerShellParser } from '../../../../shared/commands/powershell/parser.ts';
import { openReader } from '../../../../shared/languages/powershell/open-reader.ts';
import { powershell } from '../../../../shared/languages/powershell/powershell.ts';
import type { Declare } from '../../../../shared/tool/declared.ts';
import { grammarFiles } from '../../../platform/grammar-files.ts';
import { nodeDisk } from '../../../platform/disk/node-disk.ts';
import type { LanguageHere } from '../language-here.ts';
import { createPowerShellHost } from './powershell-host.ts';

let opened: ReturnType<typeof openReader> | undefined;
let classifier: Promise<Classify> | undefined;

const openClassifier = (): Promise<Classify> =>
  (classifier ??= grammarFiles('powershell')
    .then(openPowerShellParser)
    .then(createPowerShellClassifier));

/** Loaded at the first use; needs no PowerShell. */
const declare: Declare = async ({ file, source }) =>
  (await (opened ??= grammarFiles('powershell').then(openReader)))(file, source);

/** PowerShell is searched and may be downloaded; Lathe's own parser reads its modules. */
export const powershellHere: LanguageHere = {
  id: powershell.id,
  open: (ground) => createPowerShellHost({ disk: nodeDisk, ...ground }),
  declare,
  classify: openClassifier,
  judge: async ({ script }, place) => (await openClassifier())(script, place),
};
