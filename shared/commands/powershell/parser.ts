import { openParser, type Parse, type ParserFiles } from '../open-parser.ts';

/** Opens the grammar of PowerShell; `grammar` holds tree-sitter-powershell.wasm. */
export const openPowerShellParser = (files: ParserFiles): Promise<Parse> =>
  openParser(files, { noun: 'script', deepest: 100 });
