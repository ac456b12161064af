import { openParser, type Parse, type ParserFiles } from '../open-parser.ts';

const DEEPEST_NESTING = 100;

/** Opens the PowerShell grammar; `grammar` is tree-sitter-powershell.wasm. */
export const openPowerShellParser = (files: ParserFiles): Promise<Parse> =>
  openParser(files, DEEPEST_NESTING);
