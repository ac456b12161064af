import { Language, Parser } from 'web-tree-sitter';
import type { Reason } from '../tool/problem/reason.ts';
import { because } from './because.ts';
import { nesting } from './nesting.ts';
import { readSyntax, type Syntax } from './syntax.ts';

/** The bytes of two WebAssembly files: web-tree-sitter.wasm and the grammar. */
export interface ParserFiles {
  engine: Uint8Array;
  grammar: Uint8Array;
}

export type Parse = (text: string) => Syntax | { unreadable: Reason };

/** Longer than any text that a person would read. Longer scripts are not parsed and need approval. */
const MOST_CHARACTERS = 200_000;

/** Opens a grammar. The same files serve the browser and the runner. */
export const openParser = async (
  files: ParserFiles,
  /** The highest depth of nested brackets. */
  deepest: number,
): Promise<Parse> => {
  await Parser.init({ wasmBinary: files.engine });
  const grammar = await Language.load(files.grammar);
  const parser = new Parser();
  parser.setLanguage(grammar);
  return (text) => {
    if (text.length > MOST_CHARACTERS) {
      return { unreadable: because('command-longer-characters', { most: MOST_CHARACTERS }) };
    }
    if (nesting(text) > deepest) return { unreadable: because('command-nested-too-deeply') };
    const tree = parser.parse(text);
    if (!tree) return { unreadable: because('command-cannot-parsed') };
    const syntax = readSyntax(tree, text);
    tree.delete();
    return syntax ?? { unreadable: because('command-nested-too-deeply') };
  };
};
