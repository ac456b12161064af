import { Language, Parser } from 'web-tree-sitter';
import type { Reason } from '../tool/problem/reason.ts';
import { because } from './because.ts';
import { nesting } from './nesting.ts';
import { readSyntax, type Syntax } from './syntax.ts';

/** The two WebAssembly files, as bytes: web-tree-sitter.wasm and that of the grammar. */
export interface ParserFiles {
  engine: Uint8Array;
  grammar: Uint8Array;
}

export type Parse = (text: string) => Syntax | { unreadable: Reason };

/** Longer than any text that a person would read is not parsed: it is asked for. */
const MOST_CHARACTERS = 200_000;

/** Opens a grammar; the same files serve the browser and the runner. */
export const openParser = async (
  files: ParserFiles,
  /** How deep a text may nest. */
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
