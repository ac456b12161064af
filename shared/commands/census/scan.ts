/** A stretch of a script: offsets in UTF-16 units, end exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** One command as the census counts it: its words with its assignments, and the first that is none. */
export interface CountedCommand {
  words: Span[];
  name: Span | undefined;
}

/** What the census found: where commands, redirections, their texts and separators begin. */
export interface Census {
  commands: CountedCommand[];
  /** Redirections from their operator to the end of their target. */
  redirects: Span[];
  /** Where the lines begin that end a here-document. */
  endings: number[];
  /** `|`, `&&`, `;` and their kin. */
  operators: number[];
  /** Newlines that end a command as `;` would. */
  newlines: number[];
  /** Comments, and newlines that a backslash takes away between words. */
  gaps: Span[];
  /** Where the census could not follow what bash does. */
  doubts: number[];
}

/** A here-document whose text begins on the next line. */
export interface Heredoc {
  ending: string;
  quoted: boolean;
  stripsTabs: boolean;
}

/** A place in a script on the way from `at` to `end`. */
export interface Scan {
  readonly text: string;
  at: number;
  readonly end: number;
  readonly census: Census;
  pending: Heredoc[];
  /** Reads commands up to `close`, or to the end; it is handed on because words hold commands, too. */
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

/** Blanks, and newlines that a backslash takes away. */
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
