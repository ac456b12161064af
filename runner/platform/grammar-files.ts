import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
const bytesOf = async (file: string) => new Uint8Array(await readFile(`${packages}/${file}`));

/** The WebAssembly of a parser. */
export interface GrammarFiles {
  engine: Uint8Array;
  grammar: Uint8Array;
}

/** Reads the parser of a language from its package; `language` is tree-sitter's name. */
export async function grammarFiles(language: string): Promise<GrammarFiles> {
  const name = `tree-sitter-${language}`;
  const [engine, grammar] = await Promise.all([
    bytesOf('web-tree-sitter/web-tree-sitter.wasm'),
    bytesOf(`${name}/${name}.wasm`),
  ]);
  return { engine, grammar };
}
