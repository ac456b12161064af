/** How many tokens a text is about, and where they end, for the part that is ruled. */
export interface TokenMeasure {
  count: number;
  /** Whether `count` was projected from samples of a large text. */
  projected: boolean;
  /** The pieces of the text's head, token by token; characters split between tokens stay whole. */
  pieces: string[];
}

export interface Tokenizer {
  count(text: string): number;
  split(text: string): string[];
}

/** Characters (UTF-16 units) up to which every token is counted, and the head that may be ruled. */
export const EXACT_LIMIT = 400_000;
export const RULED_LIMIT = 20_000;
const SAMPLES = 200;
/** The tokenizer's time grows with the square of an unbroken run: longer runs are cut. */
const PART = { least: 512, most: 1024 };
const WORD_START = /(?<=\p{L}) (?=\p{L})/u;

export function measureTokens(
  text: string,
  tokenizer: Tokenizer,
  ruled = RULED_LIMIT,
): TokenMeasure {
  const head = wholeCharacters(text, Math.min(text.length, ruled));
  const pieces = partsOf(text, 0, head).flatMap((part) => tokenizer.split(part));
  if (text.length <= EXACT_LIMIT) {
    const parts = partsOf(text, 0, text.length);
    const count = parts.reduce((sum, part) => sum + tokenizer.count(part), 0);
    return { count, projected: false, pieces };
  }
  const step = Math.floor(text.length / SAMPLES);
  let tokens = 0;
  let seen = 0;
  for (let at = 0; at < SAMPLES; at++) {
    const start = wholeCharacters(text, at * step);
    const part = text.slice(start, wholeCharacters(text, start + PART.most));
    tokens += tokenizer.count(part);
    seen += part.length;
  }
  return { count: Math.round((tokens * text.length) / seen), projected: true, pieces };
}

function partsOf(text: string, from: number, to: number): string[] {
  const parts: string[] = [];
  let start = from;
  while (start < to) {
    let end = Math.min(to, start + PART.most);
    if (end < to) {
      const word = text.slice(start + PART.least, end).search(WORD_START);
      end = word > 0 ? start + PART.least + word : wholeCharacters(text, end);
    }
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** `at`, or one less where it would cut a surrogate pair. */
function wholeCharacters(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return at > 0 && at < text.length && before >= 0xd800 && before < 0xdc00 ? at - 1 : at;
}
