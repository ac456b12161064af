import { doubt, peek, type Scan, skipBlanks, skipComment } from './scan.ts';
import { substitutionsIn, word } from './words.ts';

/** Bash joins an operator with the sign before it across a backslash and a newline. */
const operatorAfterContinuation = /^(\\\n)+[;&|<>(]/;
export const continuesOperator = ({ text, at }: Scan): boolean =>
  operatorAfterContinuation.test(text.slice(at, at + 9));

/** Reads the bodies of the here-documents that begin after the current line. */
const readBodies = (scan: Scan): void => {
  const waiting = scan.pending;
  scan.pending = [];
  for (const { ending, quoted, stripsTabs } of waiting) {
    const start = scan.at;
    for (;;) {
      if (scan.at >= scan.end) {
        doubt(scan);
        break;
      }
      const newline = scan.text.indexOf('\n', scan.at);
      const end = newline < 0 || newline > scan.end ? scan.end : newline;
      const line = scan.text.slice(scan.at, end);
      // Bash joins lines that end in a backslash before it looks for the delimiter.
      if (!quoted && /(^|[^\\])(\\\\)*\\$/.test(line)) doubt(scan);
      const from = scan.at;
      scan.at = Math.min(end + 1, scan.end);
      if ((stripsTabs ? line.replace(/^\t+/, '') : line) !== ending) continue;
      scan.census.endings.push(from);
      if (!quoted) substitutionsIn({ ...scan, at: start, end: from, pending: [] });
      break;
    }
  }
};

export const newline = (scan: Scan): void => {
  scan.at++;
  if (scan.pending.length > 0) readBodies(scan);
};

/** Skips blanks, newlines and comments between two words of one compound command. */
export const skipLines = (scan: Scan): void => {
  for (;;) {
    skipBlanks(scan);
    if (peek(scan) === '\n') newline(scan);
    else if (peek(scan) === '#') skipComment(scan);
    else return;
  }
};

/** Reads one word and returns its source. If there is no word, records a doubt and skips one character. */
export const taken = (scan: Scan, kind?: 'plain' | 'pattern' | 'regex'): string => {
  const start = scan.at;
  word(scan, kind);
  if (scan.at === start) {
    doubt(scan);
    scan.at++;
  }
  return scan.text.slice(start, scan.at);
};

export const redirect = (scan: Scan): void => {
  const start = scan.at;
  const operator =
    /^(&>>|&>|<<<|<<-|<<|<>|<&|>>|>&|>\||<|>)/.exec(scan.text.slice(scan.at, scan.at + 3))?.[0] ??
    '';
  scan.at += operator.length;
  if (continuesOperator(scan)) doubt(scan);
  skipBlanks(scan);
  const target = taken(scan);
  scan.census.redirects.push({ start, end: scan.at });
  if (!/^<<-?$/.test(operator)) return;
  if (/[$`\n]/.test(target)) doubt(scan);
  const ending = target.replace(/\\(.)|['"]/gs, '$1');
  scan.pending.push({ ending, quoted: /[\\'"]/.test(target), stripsTabs: operator === '<<-' });
};
