import type { JsonSchema } from '../tool/json.ts';

/** Why braces are not a placeholder. */
type Fault = 'positional' | 'access' | 'conversion' | 'format' | 'unknown' | 'unescaped' | 'lone';

/** A part of a template; offsets in code points, end exclusive. The parts cover the whole template. */
export type Part = { start: number; end: number } & (
  | { kind: 'text'; text: string }
  /** `{{` or `}}`, and the literal brace. */
  | { kind: 'escape'; text: '{' | '}' }
  | { kind: 'placeholder'; name: string }
  /**
   * Unreadable braces. `braces` are the offsets of the braces to double, so that Python gets them. `name` is
   * the text before the accessor, conversion, format or closing brace.
   */
  | { kind: 'bad'; text: string; fault: Fault; name: string; braces: number[] }
);

export type Placeholder = Extract<Part, { kind: 'placeholder' }>;
export type BadPart = Extract<Part, { kind: 'bad' }>;

/** Reads after a brace at an offset: the end of a placeholder that starts there. */
type PlaceholderEnd = (at: number) => number | undefined;

/** The single braces inside the pair that opens at `start`, and the end of the pair. */
interface Matched {
  end: number;
  braces: number[];
}

const NAME = /^[\p{ID_Start}_][\p{ID_Continue}-]*$/u;
const ACCESS = /[.[!:]/;
const DIGITS = /^\p{Nd}*$/u;

/**
 * Parses the braces of a template: `{name}` of a declared parameter, `{{`, `}}`, and anything else. If
 * `declared` is undefined, every name counts as declared.
 */
export function parse(source: string, declared: ReadonlySet<string> | undefined): Part[] {
  const characters = Array.from(source);
  const parts: Part[] = [];
  const inner = (at: number): string | undefined => {
    let end = at + 1;
    while (end < characters.length && characters[end] !== '{' && characters[end] !== '}') end += 1;
    return characters[end] === '}' ? characters.slice(at + 1, end).join('') : undefined;
  };
  const named = (text: string) =>
    !DIGITS.test(text) &&
    !ACCESS.test(text) &&
    (declared === undefined ? NAME.test(text) : declared.has(text));
  const placeholderEnd = (at: number) => {
    const text = inner(at);
    return text !== undefined && named(text) ? at + Array.from(text).length + 2 : undefined;
  };

  let at = 0;
  let text = 0;
  const put = (part: Part) => {
    if (part.start > text) {
      const before = characters.slice(text, part.start).join('');
      parts.push({ kind: 'text', start: text, end: part.start, text: before });
    }
    parts.push(part);
    at = text = part.end;
  };
  while (at < characters.length) {
    const character = characters[at];
    if (character !== '{' && character !== '}') {
      at += 1;
      continue;
    }
    if (characters[at + 1] === character) {
      put({ kind: 'escape', start: at, end: at + 2, text: character });
      continue;
    }
    const end = character === '{' ? placeholderEnd(at) : undefined;
    if (end !== undefined) {
      put({ kind: 'placeholder', start: at, end, name: inner(at) ?? '' });
    } else {
      const matched = character === '{' ? matchBraces(characters, at, placeholderEnd) : undefined;
      const found = matched ?? { end: at + 1, braces: [at] };
      const content = characters.slice(at, found.end).join('');
      const fault = matched === undefined ? 'lone' : faultOf(content.slice(1, -1), declared);
      const name = content.slice(1, -1).split(ACCESS, 1)[0] ?? '';
      put({ kind: 'bad', start: at, ...found, text: content, fault, name } satisfies BadPart);
    }
  }
  if (characters.length > text) {
    const rest = characters.slice(text).join('');
    parts.push({ kind: 'text', start: text, end: characters.length, text: rest });
  }
  return parts;
}

function faultOf(inner: string, declared: ReadonlySet<string> | undefined): Fault {
  if (DIGITS.test(inner)) return 'positional';
  const base = inner.split(ACCESS, 1)[0] ?? '';
  if (base !== inner && declared?.has(base)) {
    const accessor = inner.charAt(base.length);
    if (accessor === '!') return 'conversion';
    return accessor === ':' ? 'format' : 'access';
  }
  return NAME.test(inner) ? 'unknown' : 'unescaped';
}

/**
 * Finds the partner of a single `{` like Python would, over nested braces and strings. It skips doubled
 * braces and placeholders.
 */
function matchBraces(
  characters: readonly string[],
  start: number,
  placeholderEnd: PlaceholderEnd,
): Matched | undefined {
  const open: ('single' | 'double')[] = [];
  const braces: number[] = [];
  let quote: string | undefined;
  for (let at = start; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const doubled = characters[at + 1] === character;
    if (character === '{') {
      const end = at === start ? undefined : placeholderEnd(at);
      if (end !== undefined && !doubled) at = end - 1;
      else if (at !== start && doubled) {
        if (quote === undefined) open.push('double');
        at += 1;
      } else {
        if (quote === undefined) open.push('single');
        braces.push(at);
      }
    } else if (character === '}') {
      if (quote !== undefined) {
        if (doubled) at += 1;
        else braces.push(at);
        continue;
      }
      if (open.pop() === 'double') {
        if (!doubled) return undefined;
        at += 1;
      } else braces.push(at);
      if (open.length === 0) return { end: at + 1, braces };
    } else if (quote !== undefined) {
      if (character === '\\') at += 1;
      else if (character === quote) quote = undefined;
    } else if ((character === '"' || character === "'") && closes(characters, at)) {
      quote = character;
    }
  }
  return undefined;
}

/** Whether a quote opens a string that ends on the same line. */
function closes(characters: readonly string[], start: number): boolean {
  for (let at = start + 1; at < characters.length; at += 1) {
    const character = characters[at];
    if (character === '\\') at += 1;
    else if (character === '\n' || character === '\r') return false;
    else if (character === characters[start]) return true;
  }
  return false;
}

/** The names that a schema declares; undefined if it declares none, so any name is allowed. */
export function declaredNames(parameters: JsonSchema): ReadonlySet<string> | undefined {
  const { properties } = parameters;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) {
    return undefined;
  }
  return new Set(Object.keys(properties));
}
