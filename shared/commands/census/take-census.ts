import {
  type Census,
  type CountedCommand,
  doubt,
  peek,
  type Scan,
  skipBlanks,
  skipComment,
} from './scan.ts';
import { arithmetic, substitutionsIn, word } from './words.ts';

/** Reserved words that a command follows. */
const opening = /^(if|then|elif|else|while|until|do|\{|!)$/;
/** Reserved words that end a compound command. */
const closing = /^(fi|done|\}|esac)$/;
const assignment = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/;
const operatorAfterContinuation = /^(\\\n)+[;&|<>(]/;

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

const newline = (scan: Scan): void => {
  scan.at++;
  if (scan.pending.length > 0) readBodies(scan);
};

/** Everything between two words of one compound command. */
const skipLines = (scan: Scan): void => {
  for (;;) {
    skipBlanks(scan);
    if (peek(scan) === '\n') newline(scan);
    else if (peek(scan) === '#') skipComment(scan);
    else return;
  }
};

/** One word, which must be there. */
const taken = (scan: Scan, kind?: 'plain' | 'pattern' | 'regex'): string => {
  const start = scan.at;
  word(scan, kind);
  if (scan.at === start) {
    doubt(scan);
    scan.at++;
  }
  return scan.text.slice(start, scan.at);
};

const redirect = (scan: Scan): void => {
  const start = scan.at;
  const operator =
    /^(&>>|&>|<<<|<<-|<<|<>|<&|>>|>&|>\||<|>)/.exec(scan.text.slice(scan.at, scan.at + 3))?.[0] ??
    '';
  scan.at += operator.length;
  if (operatorAfterContinuation.test(scan.text.slice(scan.at, scan.at + 9))) doubt(scan);
  skipBlanks(scan);
  const target = taken(scan);
  scan.census.redirects.push({ start, end: scan.at });
  if (!/^<<-?$/.test(operator)) return;
  if (/[$`\n]/.test(target)) doubt(scan);
  const ending = target.replace(/\\(.)|['"]/gs, '$1');
  scan.pending.push({ ending, quoted: /[\\'"]/.test(target), stripsTabs: operator === '<<-' });
};

/** `[[ … ]]`, in which brackets, bars and angles are no separators. */
const conditional = (scan: Scan): void => {
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

/** The patterns of one branch of `case`, up to behind their `)`; false behind `esac`. */
const patterns = (scan: Scan): boolean => {
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

class ListReader {
  private command: CountedCommand | undefined;
  /** Whether a compound command has just ended: only reserved words and redirections may follow. */
  private ended = false;
  private cases = 0;

  constructor(
    private readonly scan: Scan,
    private readonly close: ')' | undefined,
  ) {}

  read(): void {
    const { scan } = this;
    for (;;) {
      skipBlanks(scan);
      const next = peek(scan);
      if (next === '' || (next === ')' && this.close === ')')) break;
      if (next === '\n') this.line();
      else if (next === '#') skipComment(scan);
      else if (next === '(') this.bracket();
      else if (/[;|]/.test(next) || (next === '&' && peek(scan, 1) !== '>')) this.operator();
      else if (next === '&' || (/[<>]/.test(next) && peek(scan, 1) !== '(')) this.redirection();
      else this.word();
    }
    if (this.cases > 0) doubt(scan);
  }

  private separate(move: () => void): void {
    this.command = undefined;
    this.ended = false;
    move();
  }

  private line(): void {
    const { scan } = this;
    if ((this.command || this.ended) && scan.pending.length === 0)
      scan.census.newlines.push(scan.at);
    this.separate(() => newline(scan));
  }

  private operator(): void {
    const { scan } = this;
    const [text = ''] =
      /^(;;&|;;|;&|;|\|\||\|&|\||&&|&)/.exec(scan.text.slice(scan.at, scan.at + 3)) ?? [];
    scan.census.operators.push(scan.at);
    this.separate(() => (scan.at += text.length));
    if (operatorAfterContinuation.test(scan.text.slice(scan.at, scan.at + 9))) doubt(scan);
    if (!/^;[;&]/.test(text)) return;
    if (this.cases === 0) doubt(scan);
    else if (!patterns(scan)) this.endCase();
  }

  private endCase(): void {
    if (this.cases === 0) doubt(this.scan);
    this.cases = Math.max(0, this.cases - 1);
    this.ended = true;
  }

  /** A redirection makes what follows a word of the command, whatever it says. */
  private redirection(): void {
    if (!this.ended) this.open();
    redirect(this.scan);
  }

  private open(): CountedCommand {
    if (!this.command) {
      this.command = { words: [], name: undefined };
      this.scan.census.commands.push(this.command);
    }
    return this.command;
  }

  private bracket(): void {
    const { scan } = this;
    if (this.command || this.ended) doubt(scan);
    if (peek(scan, 1) === '(') {
      const before = scan.at;
      scan.census.commands.push(this.whole(2));
      scan.at += 2;
      if (arithmetic(scan)) return void (this.ended = true);
      scan.at = before;
    }
    scan.at++;
    scan.readList(scan, ')');
    if (peek(scan) === ')') scan.at++;
    else doubt(scan);
    this.ended = true;
  }

  private whole(length: number): CountedCommand {
    const span = { start: this.scan.at, end: this.scan.at + length };
    return { words: [span], name: span };
  }

  private word(): void {
    const { scan } = this;
    const start = scan.at;
    if (peek(scan) === ')') {
      doubt(scan);
      return this.separate(() => scan.at++);
    }
    const text = taken(scan);
    if (/^(\d+|\{\w+\})$/.test(text) && /[<>]/.test(peek(scan))) {
      if (text.startsWith('{') || peek(scan, 1) === '(') doubt(scan);
      return;
    }
    if (!this.command && this.reserved(text, start)) return;
    if (this.ended) doubt(scan);
    // An index may hold anything up to its bracket, blanks and signs among it.
    if (!this.command?.name && /^[A-Za-z_]\w*\[(?!\w*\])/.test(text)) doubt(scan);
    this.ended = false;
    if (!this.command && this.defines()) return;
    const command = this.open();
    const span = { start, end: scan.at };
    command.words.push(span);
    if (!assignment.test(text)) command.name ??= span;
  }

  /** `name ()`: what follows is a function's body. */
  private defines(): boolean {
    const { scan } = this;
    const found = /^[ \t]*\([ \t]*\)/.exec(
      scan.text.slice(scan.at, Math.min(scan.at + 80, scan.end)),
    );
    if (found) scan.at += found[0].length;
    return found !== null;
  }

  private reserved(text: string, start: number): boolean {
    const { scan } = this;
    if (opening.test(text)) {
      if (this.ended && /^(if|while|until|\{|!)$/.test(text)) doubt(scan);
      this.ended = false;
    } else if (text === 'esac') this.endCase();
    else if (closing.test(text)) this.ended = true;
    else if (this.ended) return false;
    else if (text === 'for' || text === 'select') this.loop();
    else if (text === 'case') this.choice();
    else if (text === 'function') {
      skipBlanks(scan);
      taken(scan);
      this.defines();
    } else if (text === '[[') {
      scan.at = start;
      scan.census.commands.push(this.whole(2));
      scan.at += 2;
      conditional(scan);
      this.ended = true;
    } else return false;
    return true;
  }

  private loop(): void {
    const { scan } = this;
    skipBlanks(scan);
    this.ended = true;
    if (peek(scan) === '(' && peek(scan, 1) === '(') {
      scan.at += 2;
      return void arithmetic(scan);
    }
    taken(scan);
    skipLines(scan);
    if (!/^in[\s;&|()<>\\]/.test(scan.text.slice(scan.at, Math.min(scan.at + 3, scan.end)))) return;
    scan.at += 2;
    for (;;) {
      skipBlanks(scan);
      if (/^[\n;#]?$/.test(peek(scan))) return;
      taken(scan);
    }
  }

  private choice(): void {
    const { scan } = this;
    skipBlanks(scan);
    taken(scan);
    skipLines(scan);
    if (taken(scan) !== 'in') doubt(scan);
    this.cases++;
    if (!patterns(scan)) this.endCase();
  }
}

const readList = (scan: Scan, close: ')' | undefined): void => new ListReader(scan, close).read();

/**
 * Counts the commands of a bash script without its grammar: by what separates them, with quotes,
 * substitutions, arithmetic, comments, patterns of `case` and here-documents left out. It shares no
 * code with the syntax tree, so that what one of the two overlooks the other finds.
 * Source: bash's manual, Shell Syntax, and parse.y where it is silent.
 */
export const takeCensus = (script: string): Census => {
  const census: Census = {
    commands: [],
    redirects: [],
    endings: [],
    operators: [],
    newlines: [],
    gaps: [],
    doubts: [],
  };
  const scan: Scan = { text: script, at: 0, end: script.length, census, pending: [], readList };
  readList(scan, undefined);
  if (scan.pending.length > 0) doubt(scan);
  return census;
};
