import { doubt, peek, type Scan, skipBlanks, skipComment } from './scan.ts';

/** The characters that end a word outside quotes and substitutions. */
const metacharacter = /[ \t\n;&|()<>]/;
/** The characters that form a complete parameter with `$`. */
const specialParameter = /[#$!?*@\d-]/;

/**
 * Reads the commands of a substitution, from after `(` to after `)`. A here-document must not cross its end.
 */
const substitution = (scan: Scan): void => {
  const { pending, at } = scan;
  scan.pending = [];
  scan.readList(scan, ')');
  if (scan.pending.length > 0) doubt(scan);
  if (peek(scan) === ')') scan.at++;
  else doubt(scan);
  if (pending.length > 0 && scan.text.slice(at, scan.at).includes('\n')) doubt(scan);
  scan.pending = pending;
};

/**
 * Reads a backquoted substitution. Only a backslash hides its end, and bash removes such backslashes before
 * it parses the commands.
 */
const backquote = (scan: Scan): void => {
  const start = scan.at + 1;
  let end = start;
  while (end < scan.end && scan.text[end] !== '`') end += scan.text[end] === '\\' ? 2 : 1;
  if (end >= scan.end) doubt(scan);
  const inner: Scan = { ...scan, at: start, end: Math.min(end, scan.end), pending: [] };
  if (/\\[$`\\"\n]/.test(scan.text.slice(start, end))) doubt(scan);
  scan.readList(inner, undefined);
  if (inner.pending.length > 0 || scan.pending.length > 0) doubt(scan);
  scan.at = Math.min(end + 1, scan.end);
};

const single = (scan: Scan): void => {
  const end = scan.text.indexOf("'", scan.at + 1);
  if (end < 0 || end >= scan.end) doubt(scan);
  scan.at = end < 0 ? scan.end : Math.min(end + 1, scan.end);
};

/** Reads `$'…'`, in which a backslash hides the end. */
const ansi = (scan: Scan): void => {
  scan.at += 2;
  while (scan.at < scan.end && peek(scan) !== "'") scan.at += peek(scan) === '\\' ? 2 : 1;
  if (peek(scan) === "'") scan.at++;
  else doubt(scan);
};

const double = (scan: Scan): void => {
  scan.at++;
  while (scan.at < scan.end) {
    const next = peek(scan);
    if (next === '"') return void scan.at++;
    if (next === '\\') scan.at += 2;
    else if (next === '`') backquote(scan);
    else if (next === '$') dollar(scan, true);
    else scan.at++;
  }
  doubt(scan);
};

/** Reads `${…}`. Quotes mean different things after different operators, so unclear ones become doubts. */
const parameter = (scan: Scan, quoted: boolean): void => {
  scan.at += 2;
  if (/[\s|]/.test(peek(scan))) doubt(scan);
  while (scan.at < scan.end) {
    const next = peek(scan);
    if (next === '}') return void scan.at++;
    if (next === '{' || (quoted && next === "'")) doubt(scan);
    if (next === '\\') scan.at += 2;
    else if (next === "'" && !quoted) single(scan);
    else if (next === '"') double(scan);
    else if (next === '`') backquote(scan);
    else if (next === '$') dollar(scan, quoted);
    else if (/[<>]/.test(next) && peek(scan, 1) === '(' && !quoted) {
      scan.at += 2;
      substitution(scan);
    } else scan.at++;
  }
  doubt(scan);
};

/** Reads from after `((` to after `))`. Returns false if the two brackets do not close together. */
export const arithmetic = (scan: Scan): boolean => {
  let depth = 0;
  while (scan.at < scan.end) {
    const next = peek(scan);
    if (next === ')' && depth === 0) {
      const closed = peek(scan, 1) === ')';
      if (!closed) doubt(scan);
      scan.at += closed ? 2 : 1;
      return closed;
    }
    if (next === "'") doubt(scan);
    if (next === '(') depth++;
    if (next === ')') depth--;
    if (next === '\\') scan.at += 2;
    else if (next === '"') double(scan);
    else if (next === '`') backquote(scan);
    else if (next === '$') dollar(scan, true);
    else scan.at++;
  }
  doubt(scan);
  return false;
};

function dollar(scan: Scan, quoted: boolean): void {
  const next = peek(scan, 1);
  if (next === '(' && peek(scan, 2) === '(') {
    scan.at += 3;
    arithmetic(scan);
  } else if (next === '(') {
    scan.at += 2;
    substitution(scan);
  } else if (next === '{') parameter(scan, quoted);
  else if (next === "'" && !quoted) ansi(scan);
  else if (next === '"' && !quoted) {
    scan.at++;
    double(scan);
  } else {
    // `$[…]` is the old form of arithmetic. After an escaped newline, any of the forms above may follow.
    if (next === '[' || (next === '\\' && peek(scan, 2) === '\n')) doubt(scan);
    scan.at += specialParameter.test(next) ? 2 : 1;
  }
}

/** Reads the values of an array, from `(` to after `)`. */
const array = (scan: Scan): void => {
  scan.at++;
  while (scan.at < scan.end) {
    skipBlanks(scan);
    const next = peek(scan);
    if (next === ')') return void scan.at++;
    if (next === '#') skipComment(scan);
    else if (next === '\n') scan.at++;
    else {
      const before = scan.at;
      word(scan);
      if (scan.at === before) {
        doubt(scan);
        scan.at++;
      }
    }
  }
  doubt(scan);
};

/** Reads a bracketed group of a pattern, in which everything except quotes and substitutions is literal. */
const group = (scan: Scan): void => {
  scan.at++;
  while (scan.at < scan.end && peek(scan) !== ')') {
    const before = scan.at;
    word(scan, 'pattern');
    if (scan.at === before) scan.at++;
  }
  if (peek(scan) === ')') scan.at++;
  else doubt(scan);
};

const assigns = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=$/;

/**
 * Moves past one word. In a `pattern`, brackets belong to the word; in a `regex` (after `=~`), bars do, too.
 * Elsewhere both end the word.
 */
export function word(scan: Scan, kind: 'plain' | 'pattern' | 'regex' = 'plain'): void {
  const start = scan.at;
  while (scan.at < scan.end) {
    const next = peek(scan);
    if (next === '\\') scan.at += 2;
    else if (next === "'") single(scan);
    else if (next === '"') double(scan);
    else if (next === '`') backquote(scan);
    else if (next === '$') dollar(scan, false);
    else if (/[<>]/.test(next) && peek(scan, 1) === '(') {
      scan.at += 2;
      substitution(scan);
    } else if (next === '(' && kind !== 'plain') group(scan);
    else if (next === '(' && assigns.test(scan.text.slice(start, scan.at))) array(scan);
    else if (next === '|' && kind === 'regex') scan.at++;
    else if (metacharacter.test(next)) break;
    else scan.at++;
  }
  if (scan.at > scan.end) {
    scan.at = scan.end;
    doubt(scan);
  }
}

/** Reads the substitutions in the body of a here-document whose delimiter is not quoted. */
export const substitutionsIn = (scan: Scan): void => {
  while (scan.at < scan.end) {
    const next = peek(scan);
    if (next === '\\') scan.at += 2;
    else if (next === '`') backquote(scan);
    else if (next === '$') dollar(scan, true);
    else scan.at++;
  }
};
