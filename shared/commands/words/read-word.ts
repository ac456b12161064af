import { because } from '../because.ts';
import { ansiC } from './ansi-c.ts';
import { expandBraces } from './braces.ts';
import type { Context } from '../context.ts';
import type { Expansion } from './expansion.ts';
import { isInside } from '../paths.ts';
import { readExpansion } from './read-expansion.ts';
import type { Syntax } from '../syntax.ts';
import { plainWord, type Word } from './word.ts';

// Quoted special characters are private-use characters until the word is complete.
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
  /** Whether the value is always one of `texts`. */
  exact: boolean;
  splits: boolean;
  inside: boolean;
  here: boolean;
  mayDash: boolean;
}

const certain = (text: string): Piece => ({
  texts: [text],
  certain: true,
  exact: true,
  splits: false,
  inside: false,
  here: false,
  mayDash: text.startsWith('-'),
});
const hidden: Piece = {
  ...certain(''),
  texts: undefined,
  certain: false,
  exact: false,
  mayDash: true,
};

/** Converts an expansion to a piece of a word. Unquoted, it is split at blanks and its wildcards match. */
const expanded = (found: Expansion, quoted: boolean): Piece => {
  const plain = found.guesses?.every((text) => /^[\w@%+=:,./-]+$/.test(text)) ?? false;
  const known = found.certain === true || found.exact === true;
  const whole = found.list !== true && (quoted || found.single === true || (known && plain));
  return {
    texts: found.guesses?.map(hide),
    certain: found.certain === true && whole,
    exact: known && whole,
    splits: !whole,
    // A path with a blank would be split into other paths.
    inside: found.inside && (whole || found.guesses === undefined),
    here: found.here === true && whole,
    mayDash:
      found.inside || (known && whole)
        ? !whole || (found.dashed ?? found.guesses?.some((text) => text.startsWith('-')) ?? true)
        : true,
  };
};
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
      return [ansi(node, word)];
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
      return [expanded(found, quoted)];
    }
    default:
      if (node.named) word.alarms.push(because('text-cannot-be-read', { text: node.text }));
      return node.named ? [hidden] : [];
  }
};

/** In double quotes, the gaps between nodes are text, too. */
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

const ansi = (node: Syntax, word: Word): Piece => {
  const text = ansiC(node.text.slice(2, -1));
  if (text === undefined) word.alarms.push(because('holds-nul', { text: node.text }));
  return text === undefined ? hidden : certain(hide(text));
};

/** Whether a word may begin with "-". After a piece that may be empty, the next piece counts. */
const mayDash = (pieces: Piece[]): boolean => {
  for (const piece of pieces) {
    if (piece.certain && piece.texts?.[0] === '') continue;
    if (piece.mayDash) return true;
    if (!piece.exact || !piece.texts?.includes('')) return false;
  }
  return false;
};

/**
 * Whether the word is inside the workspace: one expansion, or a path after the current directory, such as
 * `"$(pwd)/a"`.
 */
const isBeneath = ([first, ...rest]: Piece[], context: Context): boolean => {
  if (!first?.inside || rest.length === 0) return first?.inside === true;
  const tail = combine(rest);
  return (
    first.here &&
    rest.every((piece) => piece.exact) &&
    tail !== undefined &&
    tail.every((text) => text.startsWith('/') && isInside(`.${text}`, context.place))
  );
};

/** A sequence such as `{1..3}` becomes several numbers; other sequences become unknown letters. */
const sequence = /\{[^{},]*\.\.[^{},]*\}/;
const numbers = /\{-?\d+\.\.-?\d+(\.\.-?\d+)?\}/g;
/** The highest number of words that ranges may make. Bash makes all of them in memory. */
const MOST_RANGED = 10_000;
const ranged = (text: string): number =>
  (text.match(numbers) ?? []).reduce((count, range) => {
    const [from = 0, to = 0, step = 1] = range.slice(1, -1).split('..').map(Number);
    return count * (Math.abs(to - from) / Math.max(1, Math.abs(step)) + 1);
  }, 1);
const wild = /[*?[]/;
/** Words without expansions, quotes and wildcards. */
const plain = /^[\w./:=,@%+-]+$/;

/** Returns the words that a node expands to; braces make several. */
export const readWord = (node: Syntax, context: Context, whole = false): Word[] => {
  if ((node.type === 'word' || node.type === 'command_name') && plain.test(node.text))
    return [plainWord(node.text)];
  const word: Word = { ...plainWord(node.text), values: undefined };
  const pieces = readPieces(node, word, context, whole);
  const unsure = pieces.findIndex((piece) => !piece.certain);
  const surely = unsure < 0 ? pieces : pieces.slice(0, unsure);
  word.certain = unsure < 0;
  word.exact = pieces.every((piece) => piece.exact);
  word.splits = pieces.some((piece) => piece.splits);
  word.prefix = show(surely.map((piece) => piece.texts?.[0] ?? '').join(''));
  word.mayDash = word.certain ? false : mayDash(pieces) || (word.splits && !pieces[0]?.here);
  word.inside = isBeneath(pieces, context);
  const literal = pieces.flatMap((piece) => (piece.certain ? (piece.texts ?? []) : [])).join('');
  if (sequence.test(literal.replace(numbers, '')))
    word.alarms.push(because('sequence-braces-makes-words-not'));
  if (ranged(literal) > MOST_RANGED) word.alarms.push(because('braces-make-too-many-words'));
  if (wild.test(literal) || sequence.test(literal)) word.splits = true;
  if (!word.certain && literal.includes('{')) {
    // Braces expand around the unknown part.
    return [{ ...word, exact: false, inside: false, splits: true, mayDash: true }];
  }
  const texts = combine(pieces);
  if (!texts) return [{ ...word, exact: false }];
  if (!word.certain) return [{ ...word, values: texts.map(show) }];
  const words = expandBraces(texts[0] ?? '');
  if (!words)
    return [
      { ...word, exact: false, alarms: [...word.alarms, because('braces-make-too-many-words')] },
    ];
  return words.map((text) => {
    const leadingWild = wild.test(text[0] ?? '');
    return { ...word, values: [show(text)], prefix: show(text), leadingWild, mayDash: leadingWild };
  });
};
