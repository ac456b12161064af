import { skipLines, taken } from './lines.ts';
import { doubt, peek, type Scan, skipBlanks } from './scan.ts';

/** Reads `[[ … ]]`, in which brackets, bars and angle brackets do not separate commands. */
export const conditional = (scan: Scan): void => {
  let kind: 'plain' | 'pattern' | 'regex' = 'plain';
  while (scan.at < scan.end) {
    skipLines(scan);
    const rest = scan.text.slice(scan.at, Math.min(scan.at + 3, scan.end));
    if (/^\]\]([\s;&|()<>]|$)/.test(rest)) return void (scan.at += 2);
    if (/^(&&|\|\|)/.test(rest) && kind === 'plain') scan.at += 2;
    else if (/^([()]|[<>](?!\())/.test(rest) && kind === 'plain') scan.at++;
    else {
      const text = taken(scan, kind);
      kind = text === '=~' ? 'regex' : /^(==?|!=)$/.test(text) ? 'pattern' : 'plain';
    }
  }
  doubt(scan);
};

/** Reads the patterns of one branch of `case` including their `)`. Returns false after `esac`. */
export const patterns = (scan: Scan): boolean => {
  skipLines(scan);
  if (peek(scan) === '(') scan.at++;
  else if (/^esac([\s;&|()<>]|$)/.test(scan.text.slice(scan.at, Math.min(scan.at + 5, scan.end)))) {
    scan.at += 4;
    return false;
  }
  while (scan.at < scan.end) {
    skipBlanks(scan);
    taken(scan);
    skipBlanks(scan);
    if (peek(scan) === ')') {
      scan.at++;
      return true;
    }
    if (peek(scan) === '|') scan.census.operators.push(scan.at);
    else doubt(scan);
    scan.at++;
  }
  doubt(scan);
  return true;
};
