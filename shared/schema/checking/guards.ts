import { format as formats } from '@cfworker/json-schema';
import type { Json } from '../../tool/json.ts';
import type { Phrase } from '../../tool/problem/phrase.ts';
import { findPattern } from '../pattern/find-pattern.ts';

interface Guard {
  pattern: string | undefined;
  format: string | undefined;
}

/** The formats that are checked. Source: JSON Schema 2020-12, section 7.3, without the IDN formats. */
const FORMATS = new Set(
  `date time date-time duration email hostname ipv4 ipv6 uri uri-reference uri-template uuid regex
  json-pointer relative-json-pointer`.split(/\s+/),
);
/** The highest length of a string with a format: not all expressions for formats are linear. */
const MAX_FORMAT_LENGTH = 4096;

/**
 * Replaces the regular expressions of the validator. Its table of formats is its only extension point, so
 * patterns go through that table, too; the names are in the table only during `during`.
 */
export class Guards {
  /** Patterns that could not be decided, with the reason. */
  readonly refused = new Map<string, Phrase>();
  readonly #guards: Map<string, Guard>;

  /** `same`: guards of the same schema, whose tests are reused. */
  constructor(same?: Guards) {
    this.#guards = same === undefined ? new Map() : same.#guards;
  }

  /** Returns the name of the test for a string schema, or undefined if there is nothing to test. */
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

  /** Returns a pattern that matches exactly those of the given names that the author's pattern matches. */
  names(pattern: string, index: number, names: readonly string[]): string {
    const found = names.filter((name) => this.#find(pattern, name));
    const each = found.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    // The index distinguishes two patterns that match the same names.
    return `^(?:${each.length === 0 ? '(?!)' : each.join('|')})$|(?!)${index}`;
  }

  /** Returns the part of a guard that a string fails: the pattern first, then the format. */
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
