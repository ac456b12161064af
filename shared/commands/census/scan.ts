/** A range of a script: offsets in UTF-16 code units, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/**
 * One command of the census: all its words including assignments, and the first word that is no assignment.
 */
export interface CountedCommand {
  words: Span[];
  name: Span | undefined;
}

/**
 * The result of the census: the positions of commands, redirections, here-document delimiters and separators.
 */
export interface Census {
  commands: CountedCommand[];
  /** Redirections, from the operator to the end of the target. */
  redirects: Span[];
  /** Starts of the lines that end a here-document. */
  endings: number[];
  /** Offsets of `|`, `&&`, `;` and the other control operators. */
  operators: number[];
  /** Offsets of newlines that end a command like `;`. */
  newlines: number[];
  /** Comments, and escaped newlines between words. */
  gaps: Span[];
  /** Offsets at which the census cannot tell what bash does. */
  doubts: number[];
}

/** A here-document whose body begins on the next line. */
export interface Heredoc {
  ending: string;
  quoted: boolean;
  stripsTabs: boolean;
}

/** The state of a scan of `text` from `at` to `end`. */
export interface Scan {
  readonly text: string;
  at: number;
  readonly end: number;
  readonly census: Census;
  pending: Heredoc[];
  /** Reads commands up to `close` or the end. Passed along because words contain commands, too. */
  readonly readList: (scan: Scan, close: ')' | undefined) => void;
}

export const doubt = (scan: Scan): void => void scan.census.doubts.push(scan.at);

export const peek = (scan: Scan, ahead = 0): string =>
  scan.at + ahead < scan.end ? (scan.text[scan.at + ahead] ?? '') : '';

export const skipComment = (scan: Scan): void => {
  const start = scan.at;
  while (scan.at < scan.end && peek(scan) !== '\n') scan.at++;
  scan.census.gaps.push({ start, end: scan.at });
};

/** Skips blanks and escaped newlines. */
export const skipBlanks = (scan: Scan): void => {
  for (;;) {
    const next = peek(scan);
    if (next === ' ' || next === '\t') scan.at++;
    else if (next === '\\' && peek(scan, 1) === '\n') {
      scan.census.gaps.push({ start: scan.at, end: scan.at + 2 });
      scan.at += 2;
    } else return;
  }
};
