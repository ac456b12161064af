import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ParserFiles } from '../../shared/commands/open-parser.ts';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** The parser's WebAssembly files, from the packages that carry them. */
export const parserFiles = async (): Promise<ParserFiles> => ({
  engine: new Uint8Array(await readFile(`${packages}/web-tree-sitter/web-tree-sitter.wasm`)),
  grammar: new Uint8Array(await readFile(`${packages}/tree-sitter-bash/tree-sitter-bash.wasm`)),
});
