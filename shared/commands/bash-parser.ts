import { openParser, type Parse, type ParserFiles } from './open-parser.ts';

/** Opens the grammar of bash; `grammar` holds tree-sitter-bash.wasm. */
export const openBashParser = (files: ParserFiles): Promise<Parse> =>
  openParser(files, { noun: 'command', deepest: 200 });
