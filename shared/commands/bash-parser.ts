import { openParser, type Parse, type ParserFiles } from './open-parser.ts';

const DEEPEST_NESTING = 200;

/** Opens the bash grammar; `grammar` is tree-sitter-bash.wasm. */
export const openBashParser = (files: ParserFiles): Promise<Parse> =>
  openParser(files, DEEPEST_NESTING);
