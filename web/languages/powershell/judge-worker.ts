import grammarUrl from 'tree-sitter-powershell/tree-sitter-powershell.wasm?url';
import { createPowerShellClassifier } from '../../../shared/commands/powershell/classify.ts';
import { openPowerShellParser } from '../../../shared/commands/powershell/parser.ts';
import { serveVerdicts } from '../parser-worker.ts';

serveVerdicts(grammarUrl, async (files) =>
  createPowerShellClassifier(await openPowerShellParser(files)),
);
