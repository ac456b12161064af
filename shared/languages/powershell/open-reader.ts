import { Language, Parser } from 'web-tree-sitter';
import type { Tree } from 'web-tree-sitter';
import type { Declared } from '../../tool/declared.ts';
import { declare } from './declare.ts';
import { plainText } from './plain-text.ts';
import { readOutline } from './read-outline.ts';
import { scanText } from './scan-text.ts';
import type { Scan } from './scan-text.ts';
import { softened } from './softened.ts';

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
    const plain = plainText(text);
    const scan = scanText(plain);
    const whole = parser.parse(plain);
    if (!whole) return unread('The script cannot be parsed');
    const isWhole = !whole.rootNode.hasError;
    const tree = isWhole || scan.fault ? whole : softer(parser, plain, scan, whole);
    const root = readOutline(tree, text);
    tree.delete();
    const { fault, ...rest } = scan;
    // What the grammar reads is balanced, whatever its quotes look like.
    const found = isWhole || fault === undefined ? rest : { ...rest, fault };
    return declare(root, text, file.replace(/^.*\//, '').replace(/\.[^.]*$/, ''), found);
  };
}

/** The tree of a script that says the same and that the grammar knows better, where there is one. */
function softer(parser: Parser, plain: string, scan: Scan, whole: Tree): Tree {
  let best = whole;
  for (const text of softened(plain, scan)) {
    const other = parser.parse(text);
    const isBetter = other !== null && faults(other) < faults(best);
    (isBetter ? best : other)?.delete();
    if (isBetter) best = other;
    if (!best.rootNode.hasError) break;
  }
  return best;
}

const faults = ({ rootNode }: Tree): number =>
  rootNode.hasError ? 1 + rootNode.descendantsOfType('ERROR').length : 0;

const unread = (message: string): Declared => ({
  ok: false,
  problems: [{ severity: 'error', code: 'syntax', message, line: 1, column: 1 }],
});
