import { ansiC } from './ansi-c.ts';
import { expandBraces } from './braces.ts';
import type { Context } from './context.ts';
import { readExpansion } from './read-expansion.ts';
import type { Syntax } from './syntax.ts';
import type { Word } from './word.ts';

// Characters that quoting robs of their meaning travel as private-use ones until the word is whole.
const special = '{},*?[~';
const hide = (text: string) =>
  text.replace(/[{},*?[~]/g, (character) =>
    String.fromCharCode(0xe000 + special.indexOf(character)),
  );
const show = (text: string) =>
  text.replace(/[\ue000-\ue006]/g, (character) => special[character.charCodeAt(0) - 0xe000] ?? '');

interface Piece {
  texts: string[] | undefined;
  certain: boolean;
  inside: boolean;
}

const certain = (text: string): Piece => ({ texts: [text], certain: true, inside: false });
const unescaped = (text: string) =>
  text.replace(/\\(\n|[^])/g, (_all, character: string) =>
    character === '\n' ? '' : hide(character),
  );

const readPieces = (node: Syntax, word: Word, context: Context, quoted: boolean): Piece[] => {
  switch (node.type) {
    case 'word':
    case 'number':
    case 'extglob_pattern':
    case 'regex':
    case 'command_name':
      if (node.children.length > 0)
        return node.children.flatMap((child) => readPieces(child, word, context, quoted));
      return [certain(unescaped(node.text))];
    case 'raw_string':
      return [certain(hide(node.text.slice(1, -1)))];
    case 'ansi_c_string':
      return [certain(hide(ansiC(node.text.slice(2, -1))))];
    case 'string_content':
      return [
        certain(
          hide(
            node.text.replace(/\\(\n|[$`"\\])/g, (_all, character) =>
              character === '\n' ? '' : character,
            ),
          ),
        ),
      ];
    case 'string':
    case 'translated_string':
      return stringPieces(node, word, context);
    case 'concatenation':
      return node.children.flatMap((child) => readPieces(child, word, context, quoted));
    case 'brace_expression':
      return [certain(node.text)];
    case 'command_substitution':
    case 'process_substitution':
    case 'simple_expansion':
    case 'expansion':
    case 'arithmetic_expansion': {
      const found = readExpansion(node, context);
      word.nested.push(...found.nested);
      word.alarms.push(...found.alarms);
      // Unquoted, a value is split at blanks and its wildcards match.
      const whole = quoted || /^[\w@%+=:,./-]+$/.test(found.guesses?.[0] ?? '');
      const certain = found.certain === true && whole;
      return [{ texts: found.guesses?.map(hide), certain, inside: found.inside }];
    }
    default:
      if (node.named) word.alarms.push(`"${node.text}" cannot be read`);
      return node.named ? [{ texts: undefined, certain: false, inside: false }] : [];
  }
};

/** Inside double quotes the gaps between nodes are text too. */
const stringPieces = (node: Syntax, word: Word, context: Context): Piece[] => {
  const pieces: Piece[] = [];
  const inner = node.children.filter((child) => child.text !== '"' && child.text !== '$"');
  let at = node.start + node.text.indexOf('"') + 1;
  const gap = (until: number) => {
    if (until > at)
      pieces.push(certain(hide(node.text.slice(at - node.start, until - node.start))));
  };
  for (const child of inner) {
    gap(child.start);
    if (child.named) pieces.push(...readPieces(child, word, context, true));
    else pieces.push(certain(hide(child.text)));
    at = child.end;
  }
  gap(node.end - 1);
  return pieces;
};

const combine = (pieces: Piece[]): string[] | undefined => {
  let texts = [''];
  for (const piece of pieces) {
    if (!piece.texts || texts.length * piece.texts.length > 64) return undefined;
    const more = piece.texts;
    texts = texts.flatMap((text) => more.map((next) => text + next));
  }
  return texts;
};

/** Reads one node as the words it becomes: several where braces expand. */
export const readWord = (node: Syntax, context: Context): Word[] => {
  const word: Word = {
    source: node.text,
    values: undefined,
    certain: true,
    leadingWild: false,
    inside: false,
    nested: [],
    alarms: [],
  };
  const pieces = readPieces(node, word, context, false);
  word.certain = pieces.every((piece) => piece.certain);
  word.inside = pieces.length === 1 && pieces[0]?.inside === true;
  const texts = combine(pieces);
  if (!texts) return [word];
  if (!word.certain) return [{ ...word, values: texts.map(show) }];
  const expanded = expandBraces(texts[0] ?? '');
  if (!expanded) return [{ ...word, alarms: [...word.alarms, 'The braces make too many words'] }];
  return expanded.map((text) => ({
    ...word,
    values: [show(text)],
    leadingWild: /^[*?[]/.test(text),
  }));
};
