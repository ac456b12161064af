import { Language, Parser } from 'web-tree-sitter';
import type { Parse, ParserFiles } from '../bash-parser.ts';
import { nesting } from '../nesting.ts';
import { readSyntax } from '../syntax.ts';

/** Longer or deeper than any script that a person would read is not parsed: it is asked for. */
const MOST_CHARACTERS = 200_000;
const DEEPEST_NESTING = 100;

/** Opens the grammar of PowerShell; `grammar` holds tree-sitter-powershell.wasm. */
export const openPowerShellParser = async (files: ParserFiles): Promise<Parse> => {
  await Parser.init({ wasmBinary: files.engine });
  const grammar = await Language.load(files.grammar);
  const parser = new Parser();
  parser.setLanguage(grammar);
  return (text) => {
    if (text.length > MOST_CHARACTERS) {
      return { unreadable: `The script is longer than ${MOST_CHARACTERS} characters` };
    }
    if (nesting(text) > DEEPEST_NESTING) return { unreadable: 'The script is nested too deeply' };
    const tree = parser.parse(text);
    if (!tree) return { unreadable: 'The script cannot be parsed' };
    const syntax = readSyntax(tree, text);
    tree.delete();
    return syntax;
  };
};
