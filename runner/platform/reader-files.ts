import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ReaderFiles } from '../../shared/languages/powershell/open-reader.ts';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
const grammar = `${packages}/tree-sitter-powershell/tree-sitter-powershell.wasm`;

/** The WebAssembly files of the PowerShell reader, from the packages that carry them. */
export const readerFiles = async (): Promise<ReaderFiles> => ({
  engine: new Uint8Array(await readFile(`${packages}/web-tree-sitter/web-tree-sitter.wasm`)),
  grammar: new Uint8Array(await readFile(grammar)),
});
