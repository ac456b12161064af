import { doubt, peek, type Scan, skipBlanks, skipComment } from './scan.ts';

/** What ends a word, beside a quote's or a substitution's own end. */
const metacharacter = /[ \t\n;&|()<>]/;
/** `$` and one of these is a whole parameter. */
const specialParameter = /[#$!?*@\d-]/;

/** Commands inside of a word, from behind `(` to behind `)`. A here-document must not reach across. */
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

/** Between backquotes nothing but a backslash hides the end; what it hides is taken away first. */
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

/** `$'…'`, where a backslash hides the end. */
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

/** `${…}`: where quotes mean one thing to one operator and another to the next, nobody decides. */
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

/** From behind `((` to behind `))`; false where its brackets do not close together. */
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
    // `$[…]` computes as of old, and a continued line may go on with any of the above.
    if (next === '[' || (next === '\\' && peek(scan, 2) === '\n')) doubt(scan);
    scan.at += specialParameter.test(next) ? 2 : 1;
  }
}

/** The values of an array, from `(` to behind `)`. */
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

/** The brackets of a pattern, in which anything but a quote stands for itself. */
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
 * Moves behind one word. A `pattern` may hold brackets, and a `regex` bars beside them, as behind `=~`;
 * elsewhere they end the word.
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

/** Commands within the text of a here-document whose ending is not quoted. */
export const substitutionsIn = (scan: Scan): void => {
  while (scan.at < scan.end) {
    const next = peek(scan);
    if (next === '\\') scan.at += 2;
    else if (next === '`') backquote(scan);
    else if (next === '$') dollar(scan, true);
    else scan.at++;
  }
};
