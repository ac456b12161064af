import { Language, Parser } from 'web-tree-sitter';

import type { Declared } from '../../tool/declared.ts';
import { declare } from './declare.ts';
import { readOutline } from './read-outline.ts';

/** The two WebAssembly files, as bytes: web-tree-sitter.wasm and tree-sitter-powershell.wasm. */
export interface ReaderFiles {
  engine: Uint8Array;
  grammar: Uint8Array;
}

const MOST_CHARACTERS = 2_000_000;

/** Opens the reader of PowerShell modules; the same files serve the browser and the runner. */
export async function openReader(
  files: ReaderFiles,
): Promise<(file: string, source: string) => Declared> {
  await Parser.init({ wasmBinary: files.engine });
  const grammar = await Language.load(files.grammar);
  const parser = new Parser();
  parser.setLanguage(grammar);
  return (file, source) => {
    if (source.length > MOST_CHARACTERS) return unread('The script is longer than 2 MB');
    // A byte order mark and line ends of Windows are no part of what is read.
    const text = source.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
    const tree = parser.parse(text);
    if (!tree) return unread('The script cannot be parsed');
    const root = readOutline(tree, text);
    tree.delete();
    return declare(root, text, file.replace(/^.*\//, '').replace(/\.[^.]*$/, ''));
  };
}

const unread = (message: string): Declared => ({
  ok: false,
  problems: [{ severity: 'error', code: 'syntax', message, line: 1, column: 1 }],
});
