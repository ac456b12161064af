import { format as formats } from '@cfworker/json-schema';
import type { Json } from '../../tool/json.ts';
import type { Phrase } from '../../tool/problem/phrase.ts';
import { findPattern } from '../pattern/find-pattern.ts';

interface Guard {
  pattern: string | undefined;
  format: string | undefined;
}

/** The formats that are asserted. Source: JSON Schema 2020-12, section 7.3, less the IDN ones. */
const FORMATS = new Set(
  `date time date-time duration email hostname ipv4 ipv6 uri uri-reference uri-template uuid regex
  json-pointer relative-json-pointer`.split(/\s+/),
);
/** Longer texts have no format; the expressions behind formats are not all linear. */
const MAX_FORMAT_LENGTH = 4096;

/**
 * Stands between the validator and regular expressions. Its table of formats is the only place
 * where the validator can be given a test of one's own, so patterns go through there too; the
 * names are in the table only while `during` runs.
 */
export class Guards {
  /** Patterns that were met and could not be decided, with why. */
  readonly refused = new Map<string, Phrase>();
  readonly #guards: Map<string, Guard>;

  /** With the tests of another that was made for the same schema. */
  constructor(same?: Guards) {
    this.#guards = same === undefined ? new Map() : same.#guards;
  }

  /** The name of the test for a text schema, or undefined when there is nothing to test. */
  text(pattern: Json | undefined, format: Json | undefined): string | undefined {
    const guard: Guard = {
      pattern: typeof pattern === 'string' ? pattern : undefined,
      format: typeof format === 'string' && FORMATS.has(format) ? format : undefined,
    };
    if (guard.pattern === undefined && guard.format === undefined) return undefined;
    const name = `guard ${JSON.stringify([guard.pattern, guard.format])}`;
    this.#guards.set(name, guard);
    return name;
  }

  /** A pattern that finds exactly those of the given names that the author's pattern finds. */
  names(pattern: string, index: number, names: readonly string[]): string {
    const found = names.filter((name) => this.#find(pattern, name));
    const each = found.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    // The index keeps two patterns apart that find the same names.
    return `^(?:${each.length === 0 ? '(?!)' : each.join('|')})$|(?!)${index}`;
  }

  /** Which part of a guard a text fails: a pattern before a format. */
  fails(name: string, text: string): { keyword: 'pattern' | 'format'; value: string } | undefined {
    const guard = this.#guards.get(name);
    if (guard?.pattern !== undefined && !this.#find(guard.pattern, text)) {
      return { keyword: 'pattern', value: guard.pattern };
    }
    if (guard?.format !== undefined && !hasFormat(guard.format, text)) {
      return { keyword: 'format', value: guard.format };
    }
    return undefined;
  }

  during<T>(act: () => T): T {
    for (const name of this.#guards.keys()) {
      formats[name] = (text) => this.fails(name, text) === undefined;
    }
    try {
      return act();
    } finally {
      for (const name of this.#guards.keys()) delete formats[name];
    }
  }

  #find(pattern: string, text: string): boolean {
    const found = findPattern(pattern, text);
    if (found.kind === 'answered') return found.matches;
    this.refused.set(pattern, found.why);
    return false;
  }
}

function hasFormat(format: string, text: string): boolean {
  return text.length <= MAX_FORMAT_LENGTH && formats[format]!(text);
}
