import { doubt, peek, type Scan, skipBlanks, skipComment } from './scan.ts';
import { substitutionsIn, word } from './words.ts';

/** An operator that a backslash and a newline part from the sign before it is one with it. */
const operatorAfterContinuation = /^(\\\n)+[;&|<>(]/;
export const continuesOperator = ({ text, at }: Scan): boolean =>
  operatorAfterContinuation.test(text.slice(at, at + 9));

/** Texts of the here-documents that wait for the end of this line. */
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
      // A backslash joins two lines before bash looks for the ending.
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

/** Everything between two words of one compound command. */
export const skipLines = (scan: Scan): void => {
  for (;;) {
    skipBlanks(scan);
    if (peek(scan) === '\n') newline(scan);
    else if (peek(scan) === '#') skipComment(scan);
    else return;
  }
};

/** One word, which must be there. */
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
