export type PatternNode =
  /** Matches one code point; `source` is that part of the regular expression. */
  | { type: 'one'; source: string }
  | { type: 'edge'; edge: 'start' | 'end' | 'word' | 'inside' }
  | { type: 'sequence'; parts: PatternNode[] }
  | { type: 'choice'; options: PatternNode[] }
  | { type: 'repeat'; of: PatternNode; min: number; max: number };

/**
 * Parses a regular expression. Returns undefined for forms that no automaton can match (lookarounds,
 * backreferences), and for text that is no regular expression.
 */
export function parsePattern(source: string): PatternNode | undefined {
  try {
    const reader = new Reader([...source]);
    const node = reader.choice();
    return reader.atEnd() ? node : undefined;
  } catch (reason) {
    if (reason instanceof Unsupported) return undefined;
    throw reason;
  }
}

class Unsupported extends Error {}

const EDGES = { '^': 'start', $: 'end' } as const;
const SHAPES: [RegExp, (groups: string[]) => string][] = [
  [/^\\[dDwWsSfnrtv0](?!\d)/, ([all]) => all!],
  [/^\\x[0-9a-fA-F]{2}/, ([all]) => all!],
  [/^\\u\{[0-9a-fA-F]+\}/, ([all]) => all!],
  [/^\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/, ([all]) => all!],
  [/^\\u[0-9a-fA-F]{4}/, ([all]) => all!],
  [/^\\[pP]\{[^}]*\}/, ([all]) => all!],
  [/^\\c[a-zA-Z]/, ([all]) => all!],
  [/^\\([^a-zA-Z0-9])/u, ([, sign]) => literal(sign!)],
];

class Reader {
  #at = 0;
  #depth = 0;
  readonly #signs: string[];

  constructor(signs: string[]) {
    this.#signs = signs;
  }

  atEnd() {
    return this.#at >= this.#signs.length;
  }

  choice(): PatternNode {
    if (++this.#depth > 100) throw new Unsupported();
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    this.#depth--;
    return options.length === 1 ? options[0]! : { type: 'choice', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.atEnd() && this.#next() !== '|' && this.#next() !== ')') {
      parts.push(this.#repeated());
    }
    return parts.length === 1 ? parts[0]! : { type: 'sequence', parts };
  }

  #repeated(): PatternNode {
    const of = this.#atom();
    const counts = this.#rest().match(/^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/);
    if (counts === null) return of;
    if (of.type === 'edge') throw new Unsupported();
    this.#at += counts[0].length;
    const [, sign, low, comma, high] = counts;
    if (sign !== undefined) {
      return { type: 'repeat', of, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    }
    const min = Number(low);
    const max = comma === undefined ? min : high === '' ? Infinity : Number(high);
    if (max < min) throw new Unsupported();
    return { type: 'repeat', of, min, max };
  }

  #atom(): PatternNode {
    const sign = this.#next()!;
    if (sign === '^' || sign === '$') {
      this.#at++;
      return { type: 'edge', edge: EDGES[sign] };
    }
    if (sign === '(') return this.#group();
    if (sign === '[') return this.#class();
    if (sign === '\\') return this.#escape();
    if ('*+?)'.includes(sign)) throw new Unsupported();
    this.#at++;
    return { type: 'one', source: sign === '.' ? '.' : literal(sign) };
  }

  #group(): PatternNode {
    const open = this.#rest().match(/^\((?:\?:|\?<[\p{L}_$][\p{L}\p{N}_$]*>|(?!\?))/u);
    if (open === null) throw new Unsupported();
    this.#at += [...open[0]].length;
    const node = this.choice();
    if (!this.#take(')')) throw new Unsupported();
    return node;
  }

  #class(): PatternNode {
    const whole = this.#rest().match(/^\[\^?(?:\\[^]|[^\\\]])*\]/u);
    if (whole === null) throw new Unsupported();
    this.#at += [...whole[0]].length;
    return { type: 'one', source: whole[0] };
  }

  #escape(): PatternNode {
    const rest = this.#rest();
    if (/^\\[bB]/.test(rest)) {
      this.#at += 2;
      return { type: 'edge', edge: rest[1] === 'b' ? 'word' : 'inside' };
    }
    for (const [shape, source] of SHAPES) {
      const match = rest.match(shape);
      if (match === null) continue;
      this.#at += [...match[0]].length;
      return { type: 'one', source: source([...match]) };
    }
    throw new Unsupported();
  }

  #next() {
    return this.#signs[this.#at];
  }

  #take(sign: string): boolean {
    if (this.#next() !== sign) return false;
    this.#at++;
    return true;
  }

  #rest() {
    return this.#signs.slice(this.#at, this.#at + 2000).join('');
  }
}

function literal(sign: string): string {
  return `\\u{${sign.codePointAt(0)!.toString(16)}}`;
}
