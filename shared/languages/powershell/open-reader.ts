import { Language, Parser } from 'web-tree-sitter';
import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { Syntax } from '../../commands/syntax.ts';
import type { Declared } from '../../tool/declared.ts';
import { declare } from './declare.ts';
import { scanText } from './scan-text.ts';
import type { Scan } from './scan-text.ts';
import { softened } from './softened.ts';

/** Node types of statements that run. An outline omits them. */
const runs = new Set([
  'pipeline',
  'flow_control_statement',
  'foreach_statement',
  'while_statement',
]);

/**
 * Replaces characters that the grammar does not know by ASCII ones of the same length. PowerShell treats
 * typographic quotes and dashes as plain ones, and any letter as part of a name. Source: PowerShell's
 * tokenizer.
 */
const plainText = (source: string): string =>
  source.replace(/[^\x00-\x7f]/g, (sign) => {
    if ('\u2018\u2019\u201a\u201b'.includes(sign)) return "'";
    if ('\u201c\u201d\u201e'.includes(sign)) return '"';
    if ('\u2013\u2014\u2015'.includes(sign)) return '-';
    return /\s/.test(sign) ? ' ' : 'x';
  });

/** The bytes of two WebAssembly files: web-tree-sitter.wasm and tree-sitter-powershell.wasm. */
export interface ReaderFiles {
  engine: Uint8Array;
  grammar: Uint8Array;
}

const MOST_CHARACTERS = 2_000_000;

/** Opens the reader of PowerShell modules. The same files serve the browser and the runner. */
export async function openReader(
  files: ReaderFiles,
): Promise<(file: string, source: string) => Declared> {
  await Parser.init({ wasmBinary: files.engine });
  const grammar = await Language.load(files.grammar);
  const parser = new Parser();
  parser.setLanguage(grammar);
  return (file, source) => {
    if (source.length > MOST_CHARACTERS) return unread('The script is longer than 2 MB');
    // Removes a byte order mark and converts Windows line ends.
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
    // If the grammar parses the whole script, its brackets and quotes are balanced, whatever the scan found.
    const found = isWhole || fault === undefined ? rest : { ...rest, fault };
    return declare(root, text, file.replace(/^.*\//, '').replace(/\.[^.]*$/, ''), found);
  };
}

/** Returns the tree of an equivalent script that the grammar parses further, if there is one. */
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
  problems: [
    { severity: 'error', code: 'syntax', message, values: { text: message }, line: 1, column: 1 },
  ],
});

/** Returns the syntax tree without the statements that run, which are most of it. Keeps broken parts. */
function readOutline(tree: Tree, source: string): Syntax {
  const cursor = tree.walk();
  const broken = tree.rootNode.hasError;
  const root = read(cursor, source, broken, false);
  cursor.delete();
  return root;
}

function read(cursor: TreeCursor, source: string, broken: boolean, inParameter: boolean): Syntax {
  const [type, start, end] = [cursor.nodeType, cursor.startIndex, cursor.endIndex];
  const children: Syntax[] = [];
  const node = {
    ...{ type, start, end, text: source.slice(start, end) },
    ...{ named: cursor.nodeIsNamed, missing: cursor.nodeIsMissing, children },
  };
  const passes = !inParameter && runs.has(type) && !(broken && cursor.currentNode.hasError);
  if (!passes && cursor.gotoFirstChild()) {
    const within = inParameter || type === 'parameter_list';
    do children.push(read(cursor, source, broken, within));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return node;
}
