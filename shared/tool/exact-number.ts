import { decimalOf, isWhole, sameDecimal } from './decimal.ts';

/** A random mark that nobody outside can know, so no incoming text can pass for a number. */
const mark = `number-${crypto.getRandomValues(new Uint32Array(4)).join('-')}:`;
const marks = new RegExp(`"${mark}([-+.\\deE]+)"`, 'g');
const engine = JSON as { rawJSON?: (text: string) => unknown };

/** Whether `JSON.stringify` itself writes exact numbers (V8 from 11.4 on). */
export const writesExactly = engine.rawJSON !== undefined;

/**
 * A JSON number (RFC 8259) that a JavaScript number would change, in value or in spelling: an integer beyond
 * 2^53, `3.0`, `1e400`, more digits than a double has. All other numbers stay JavaScript numbers.
 */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether it has neither a point nor an exponent, which is how languages tell integers from floats. */
  get isIntegerText(): boolean {
    return /^-?\d+$/.test(this.text);
  }

  /** The same value as a JavaScript number; undefined if the value would change. */
  get double(): number | undefined {
    const double = Number(this.text);
    if (this.isIntegerText) return Number.isSafeInteger(double) ? double : undefined;
    if (!Number.isFinite(double)) return undefined;
    return sameDecimal(decimalOf(this.text), decimalOf(String(double))) ? double : undefined;
  }

  /** Describes the value of a 64-bit float for this number, in words. */
  get loss(): string {
    const double = Number(this.text);
    const most = `; integers are exact up to ${Number.MAX_SAFE_INTEGER} (2^53 - 1)`;
    return `${double}${isWhole(decimalOf(this.text)) && Number.isFinite(double) ? most : ''}`;
  }

  toString(): string {
    return this.text;
  }

  /** Engines without `JSON.rawJSON` write a marked string; `writeJson` removes the mark. */
  toJSON(): unknown {
    return engine.rawJSON?.(this.text) ?? mark + this.text;
  }
}

const isPlain = (text: string): boolean => {
  const number = Number(text);
  return String(number) === text && (Number.isSafeInteger(number) || /[.e]/.test(text));
};

/** A JSON number as a JavaScript number; undefined for anything else. */
export function plainNumber(value: unknown): number | undefined {
  if (value instanceof ExactNumber) return value.double;
  return typeof value === 'number' ? value : undefined;
}

/** Parses JSON like `JSON.parse`, and throws like it, but keeps every number exact. */
export function readJson(text: string): unknown {
  const plain: unknown = JSON.parse(text);
  if (!/\d{16}|\d[.eE]|-0/.test(text)) return plain;
  const marked = markNumbers(text);
  if (marked === undefined) return plain;
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark)
      ? new ExactNumber(value.slice(mark.length))
      : value,
  );
}

/** Writes JSON like `JSON.stringify`, with each exact number as it was read. */
export function writeJson(value: unknown, indent?: number | string): string {
  const text = JSON.stringify(value, null, indent);
  return engine.rawJSON ? text : unmarkJson(text);
}

/** Removes the marks of exact numbers from a text of `JSON.stringify`. */
export const unmarkJson = (text: string): string => text.replace(marks, '$1');

/**
 * Valid JSON in which each number that `JSON.parse` would change is a marked string; undefined if there is
 * none. Another parser can read it; `unmark` then restores the exact numbers.
 */
export function markNumbers(text: string): string | undefined {
  const number = /-?\d[-+.\deE]*/y;
  let out = '';
  let kept = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfText(text, at);
    else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      number.lastIndex = at;
      const [found = '-'] = number.exec(text) ?? [];
      if (!isPlain(found)) {
        out += `${text.slice(kept, at)}${JSON.stringify(mark + found)}`;
        kept = at + found.length;
      }
      at += found.length - 1;
    }
  }
  return kept === 0 ? undefined : out + text.slice(kept);
}

/** The index of the closing quote of the string that starts at `at`. */
function endOfText(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    const code = text.charCodeAt(next);
    if (code === 0x5c) next += 1;
    else if (code === 0x22) return next;
  }
  return text.length;
}

/** Turns marked strings into exact numbers, in a value that another parser read from marked JSON. */
export function unmark(value: unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value;
  if (Array.isArray(value)) return value.map(unmark);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unmark(one)]));
}

/** An exact number that its destination cannot represent. */
export interface Unheld {
  path: (string | number)[];
  number: ExactNumber;
}

/**
 * The value with JavaScript numbers only, or the first number that they cannot represent. Nothing is rounded;
 * only a spelling such as `3.0` is lost.
 */
export function withDoubles(
  value: unknown,
  path: Unheld['path'] = [],
): { ok: true; value: unknown } | ({ ok: false } & Unheld) {
  if (value instanceof ExactNumber) {
    const { double } = value;
    return double === undefined ? { ok: false, path, number: value } : { ok: true, value: double };
  }
  if (typeof value !== 'object' || value === null) return { ok: true, value };
  const made: [string, unknown][] = [];
  for (const [key, one] of Object.entries(value)) {
    const read = withDoubles(one, [...path, Array.isArray(value) ? Number(key) : key]);
    if (!read.ok) return read;
    made.push([key, read.value]);
  }
  return {
    ok: true,
    value: Array.isArray(value) ? made.map(([, one]) => one) : Object.fromEntries(made),
  };
}

/** Every exact number in a value, with its path. */
export function* numbersIn(value: unknown, path: Unheld['path'] = []): Generator<Unheld> {
  if (value instanceof ExactNumber) yield { path, number: value };
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) yield* numbersIn(one, [...path, key]);
}
