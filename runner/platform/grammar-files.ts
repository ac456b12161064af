import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
const bytesOf = async (file: string) => new Uint8Array(await readFile(`${packages}/${file}`));

/** What a parser is made of: WebAssembly, as bytes. */
export interface GrammarFiles {
  engine: Uint8Array;
  grammar: Uint8Array;
}

/** The parser of a language under tree-sitter's name for it, from the packages that carry it. */
export async function grammarFiles(language: string): Promise<GrammarFiles> {
  const name = `tree-sitter-${language}`;
  const [engine, grammar] = await Promise.all([
    bytesOf('web-tree-sitter/web-tree-sitter.wasm'),
    bytesOf(`${name}/${name}.wasm`),
  ]);
  return { engine, grammar };
}
