/** The characters of `\w` in .NET. ECMA's `\w` is only ASCII. */
const WORD = String.raw`\p{L}\p{Mn}\p{Nd}\p{Pc}`;
/** Escapes outside a class, and their equivalents in ECMA. */
const OUTSIDE: Readonly<Record<string, string>> = {
  '\\w': `[${WORD}]`,
  '\\W': `[^${WORD}]`,
  '\\A': '^',
  '\\z': '$',
  '\\Z': String.raw`(?=\n?$)`,
};
/** Escapes with the same meaning in both; `\d` and `\s` differ only for rare scripts. */
const SAME = /^\\(?:[dDsStnrfv]|[pP]\{(?:[LMNPSZC][a-z]?)\}|c[A-Za-z])/;
const CASED = /^\\[pP]\{L[ult]\}/;
/** Characters that ECMA allows after a backslash with the `u` flag, also in a class. */
const SYNTAX = '^$\\.*+?()[]{}|/';
const GROUP = /^\(\?(?:<?[=!]|:)/;
const NAMED = /^\(\?(?:<[A-Za-z_]\w*>|'[A-Za-z_]\w*')/;
const COUNT = /^\{\d+(?:,\d*)?\}/;

class Unheld extends Error {}

/**
 * Converts a .NET pattern to ECMA, or returns the part that ECMA cannot express. Ignores case like
 * `ValidatePattern`, unless the pattern or its options say otherwise. Source: the regular expression language
 * of .NET, and ECMA-262 with the `u` flag.
 */
export function ecmaPattern(
  written: string,
  options: string | undefined,
): { pattern: string } | { unheld: string } {
  const known = /^(?:ignorecase|none|cultureinvariant|compiled)$/i;
  const words = (options ?? 'IgnoreCase').split(',').map((word) => word.trim());
  const odd = words.find((word) => !known.test(word));
  if (odd !== undefined) return { unheld: odd };
  try {
    const isCaseless = words.some((word) => /^ignorecase$/i.test(word));
    const pattern = new Translation(written, isCaseless).whole();
    new RegExp(pattern, 'u');
    return { pattern };
  } catch (cause) {
    return { unheld: cause instanceof Unheld ? cause.message : written };
  }
}

class Translation {
  readonly #text: string;
  #at = 0;
  #isCaseless: boolean;
  /** The case option outside each open group: the end of a group resets it. */
  readonly #outer: boolean[] = [];

  constructor(text: string, isCaseless: boolean) {
    this.#text = text;
    this.#isCaseless = isCaseless;
  }

  whole(): string {
    let found = '';
    while (this.#at < this.#text.length) found += this.#piece();
    return found;
  }

  #take(shape: RegExp): string | undefined {
    const [found] = shape.exec(this.#text.slice(this.#at)) ?? [];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #piece(): string {
    const sign = this.#text[this.#at] ?? '';
    if (sign === '\\') return this.#escape();
    if (sign === '[') return this.#class();
    if (sign === '(') return this.#group();
    if (sign === ')') this.#isCaseless = this.#outer.pop() ?? this.#isCaseless;
    const count = this.#take(COUNT);
    if (count !== undefined) return count;
    const letter = this.#take(/^./su) ?? '';
    if ('{}]'.includes(letter)) return `\\${letter}`;
    return this.#either(letter);
  }

  #group(): string {
    if (this.#take(/^\(\?#[^)]*\)/) !== undefined) return '';
    const before = this.#isCaseless;
    const switched = this.#take(/^\(\?-?i[:)]/);
    if (switched !== undefined) this.#isCaseless = !switched.includes('-');
    if (switched?.endsWith(')')) return '';
    this.#outer.push(before);
    if (switched !== undefined) return '(?:';
    if (this.#take(NAMED) !== undefined) return '(?:';
    const known = this.#take(GROUP);
    if (known !== undefined) return known;
    const [odd] = /^\(\?.{0,4}/s.exec(this.#text.slice(this.#at)) ?? [];
    if (odd !== undefined) throw new Unheld(odd);
    this.#at += 1;
    return '(?:';
  }

  /** Reads an escape outside a class. */
  #escape(): string {
    const said = OUTSIDE[this.#take(/^\\[wWAzZ]/) ?? ''];
    return said ?? this.#same() ?? this.#either(this.#sign(), true);
  }

  /** Reads an escape that is the same in ECMA. */
  #same(): string | undefined {
    if (this.#isCaseless && CASED.test(this.#text.slice(this.#at))) throw this.#odd();
    return this.#take(SAME);
  }

  /** Reads an escape of one character. */
  #sign(): string {
    const code = this.#take(/^\\(?:x[\da-f]{2}|u[\da-f]{4})/i);
    if (code !== undefined) return String.fromCharCode(parseInt(code.slice(2), 16));
    const plain = this.#take(/^\\[^\p{L}\p{N}_]/u);
    if (plain === undefined) throw this.#odd();
    return plain.slice(1);
  }

  #odd = () => new Unheld(this.#text.slice(this.#at, this.#at + 6));

  /** Returns a character, or both its cases if case is ignored. */
  #either(sign: string, isLiteral = false): string {
    const code = sign.codePointAt(0) ?? 0;
    const other = this.#isCaseless ? counterparts([[code, code]]) : '';
    if (other !== '') return `[${sign}${other}]`;
    return isLiteral && SYNTAX.includes(sign) ? `\\${sign}` : sign;
  }

  #class(): string {
    let found = this.#take(/^\[\^?/) ?? '';
    const ranges: Range[] = [];
    // After the opening bracket, a closing one is literal.
    if (this.#take(/^\]/) !== undefined) found += '\\]';
    while (this.#text[this.#at] !== ']') {
      if (this.#at >= this.#text.length || this.#text.startsWith('-[', this.#at)) throw this.#odd();
      found += this.#item(ranges);
    }
    const others = this.#isCaseless ? counterparts(ranges) : '';
    this.#at += 1;
    return `${found}${others}]`;
  }

  #item(ranges: Range[]): string {
    if (this.#take(/^\\w/) !== undefined) return WORD;
    const same = this.#same();
    if (same !== undefined) return same;
    const from = this.#member();
    const isRange = /^-[^\][]/.test(this.#text.slice(this.#at));
    if (isRange) this.#at += 1;
    const to = isRange ? this.#member() : from;
    ranges.push([from.codePointAt(0) ?? 0, to.codePointAt(0) ?? 0]);
    return isRange ? `${inClass(from)}-${inClass(to)}` : inClass(from);
  }

  #member = (): string => this.#take(/^[^\\]/u) ?? this.#sign();
}

type Range = [first: number, last: number];

const inClass = (sign: string): string => ('^]\\-'.includes(sign) ? `\\${sign}` : sign);

/** Returns the other-case characters of some ranges that are outside these ranges, as ranges of a class. */
function counterparts(ranges: Range[]): string {
  const isIn = (code: number) => ranges.some(([first, last]) => code >= first && code <= last);
  const codes = new Set<number>();
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code += 1) {
      const sign = String.fromCodePoint(code);
      for (const other of [sign.toUpperCase(), sign.toLowerCase()]) {
        const [only = 0, ...more] = [...other].map((one) => one.codePointAt(0) ?? 0);
        if (more.length === 0 && !isIn(only)) codes.add(only);
      }
    }
  }
  const sorted = [...codes].sort((a, b) => a - b);
  let found = '';
  for (let at = 0; at < sorted.length; at += 1) {
    const begin = sorted[at] ?? 0;
    while (sorted[at + 1] === (sorted[at] ?? 0) + 1) at += 1;
    const end = sorted[at] ?? 0;
    const [low, high] = [begin, end].map((code) => inClass(String.fromCodePoint(code)));
    found += begin === end ? low : `${low}-${high}`;
  }
  return found;
}
