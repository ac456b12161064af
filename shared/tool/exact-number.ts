import { decimalOf, isWhole, sameDecimal } from './decimal.ts';

/** Nobody outside can know it, so no text that arrives can be taken for a number. */
const mark = `number-${crypto.getRandomValues(new Uint32Array(4)).join('-')}:`;
const marks = new RegExp(`"${mark}([-+.\\deE]+)"`, 'g');
const engine = JSON as { rawJSON?: (text: string) => unknown };

/** Whether `JSON.stringify` itself writes exact numbers (V8 from 11.4 on). */
export const writesExactly = engine.rawJSON !== undefined;

/**
 * A number as JSON writes it (RFC 8259), where a JavaScript number would be another value or lose how it was
 * written: an integer beyond 2^53, `3.0`, `1e400`, more digits than a double has. All others are numbers.
 */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether it is written without a point and an exponent, as languages tell integers from floats. */
  get isIntegerText(): boolean {
    return /^-?\d+$/.test(this.text);
  }

  /** The same value as a JavaScript number; undefined where that would be another one. */
  get double(): number | undefined {
    const double = Number(this.text);
    if (this.isIntegerText) return Number.isSafeInteger(double) ? double : undefined;
    if (!Number.isFinite(double)) return undefined;
    return sameDecimal(decimalOf(this.text), decimalOf(String(double))) ? double : undefined;
  }

  /** What a JavaScript number, and every other float of 64 bits, would make of it, in words. */
  get loss(): string {
    const double = Number(this.text);
    const most = `; integers are exact up to ${Number.MAX_SAFE_INTEGER} (2^53 - 1)`;
    return `${double}${isWhole(decimalOf(this.text)) && Number.isFinite(double) ? most : ''}`;
  }

  toString(): string {
    return this.text;
  }

  /** Engines from before `JSON.rawJSON` write a mark, which `writeJson` takes away. */
  toJSON(): unknown {
    return engine.rawJSON?.(this.text) ?? mark + this.text;
  }
}

const isPlain = (text: string): boolean => {
  const number = Number(text);
  return String(number) === text && (Number.isSafeInteger(number) || /[.e]/.test(text));
};

/** A JSON value as a JavaScript number, where it is one. */
export function plainNumber(value: unknown): number | undefined {
  if (value instanceof ExactNumber) return value.double;
  return typeof value === 'number' ? value : undefined;
}

/** Parses JSON as `JSON.parse` does, and throws as it does, but no number loses anything. */
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

/** Writes JSON as `JSON.stringify` does, with each exact number as it was read. */
export function writeJson(value: unknown, indent?: number | string): string {
  const text = JSON.stringify(value, null, indent);
  return engine.rawJSON ? text : unmarkJson(text);
}

/** Takes the marks of exact numbers away from a text that `JSON.stringify` wrote. */
export const unmarkJson = (text: string): string => text.replace(marks, '$1');

/**
 * Valid JSON in which each number that `JSON.parse` would change is a marked text; undefined where there is
 * none. What somebody else parses of it, `unmark` makes exact again.
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

/** The place of the closing quote of the text that begins at `at`. */
function endOfText(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    const code = text.charCodeAt(next);
    if (code === 0x5c) next += 1;
    else if (code === 0x22) return next;
  }
  return text.length;
}

/** Makes marked texts exact numbers, in place of those that a reader of marked JSON gave. */
export function unmark(value: unknown): unknown {
  if (typeof value === 'string')
    return value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value;
  if (Array.isArray(value)) return value.map(unmark);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unmark(one)]));
}

/** An exact number in a value that some place cannot hold. */
export interface Unheld {
  path: (string | number)[];
  number: ExactNumber;
}

/**
 * The value with JavaScript's numbers alone, or the first number that they cannot hold. Nothing is rounded:
 * only the writing of a number (`3.0`) is lost.
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

/** Every exact number of a value, with its place. */
export function* numbersIn(value: unknown, path: Unheld['path'] = []): Generator<Unheld> {
  if (value instanceof ExactNumber) yield { path, number: value };
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) yield* numbersIn(one, [...path, key]);
}
