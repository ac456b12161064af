import {
  type Census,
  type CountedCommand,
  doubt,
  peek,
  type Scan,
  skipBlanks,
  skipComment,
} from './scan.ts';
import { newline, continuesOperator, redirect, skipLines, taken } from './lines.ts';
import { conditional, patterns } from './compound.ts';
import { arithmetic } from './words.ts';

/** Reserved words that a command follows. */
const opening = /^(if|then|elif|else|while|until|do|\{|!)$/;
/** Reserved words that end a compound command. */
const closing = /^(fi|done|\}|esac)$/;
const assignment = /^[A-Za-z_]\w*(\[[^\]]*\])?\+?=/;

class ListReader {
  private command: CountedCommand | undefined;
  /**
   * Whether a compound command has just ended, after which only reserved words and redirections may follow.
   */
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
    if (continuesOperator(scan)) doubt(scan);
    if (!/^;[;&]/.test(text)) return;
    if (this.cases === 0) doubt(scan);
    else if (!patterns(scan)) this.endCase();
  }

  private endCase(): void {
    if (this.cases === 0) doubt(this.scan);
    this.cases = Math.max(0, this.cases - 1);
    this.ended = true;
  }

  /** After a redirection, the next word belongs to the command even if it is a reserved word. */
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
    // An index may contain anything up to its bracket, including blanks and operators.
    if (!this.command?.name && /^[A-Za-z_]\w*\[(?!\w*\])/.test(text)) doubt(scan);
    this.ended = false;
    if (!this.command && this.defines()) return;
    const command = this.open();
    const span = { start, end: scan.at };
    command.words.push(span);
    if (!assignment.test(text)) command.name ??= span;
  }

  /** Skips the `()` of `name ()`. Returns whether it was there; a function body follows. */
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
 * Lists the commands of a bash script without its grammar, by separators outside quotes, substitutions,
 * arithmetic, comments, `case` patterns and here-documents. Shares no code with the syntax tree, so that each
 * finds what the other overlooks. Source: the bash manual, Shell Syntax; parse.y where the manual is silent.
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
