// ECMA-48: control sequences, and commands that end in BEL or ST.
const sequences = new RegExp(
  '\\u001b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\))',
  'g',
);

/** Removes what only a terminal understands. */
export const stripAnsi = (text: string): string => text.replace(sequences, '');

/** Returns the number of columns, one per character. */
export const visibleWidth = (text: string): number => [...stripAnsi(text)].length;

/** Truncates a text to `width` columns, with `more` at its end. */
export function truncateToWidth(text: string, width: number, more = '…'): string {
  const letters = [...stripAnsi(String(text))];
  if (letters.length <= width) return letters.join('');
  const end = [...more].slice(0, width);
  return [...letters.slice(0, width - end.length), ...end].join('');
}

/** Wraps a text to lines of at most `width` characters, at blanks if possible. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => {
    const letters = [...line];
    if (letters.length <= width) return [line];
    const lines: string[] = [];
    let rest = letters;
    while (rest.length > width) {
      const blank = rest.slice(0, width + 1).lastIndexOf(' ');
      const end = blank > 0 ? blank : width;
      lines.push(rest.slice(0, end).join(''));
      rest = rest.slice(blank > 0 ? end + 1 : end);
    }
    return [...lines, rest.join('')];
  });
}

export const wrapTextWithAnsi = (text: string, width: number): string[] =>
  wrap(stripAnsi(text), width);

/** Truncates a line to so many characters. */
export function truncateLine(line: string, most = 500): { text: string; wasTruncated: boolean } {
  const wasTruncated = line.length > most;
  return { text: wasTruncated ? `${line.slice(0, most)}… [truncated]` : line, wasTruncated };
}

/** Returns the lines of code; the page draws no colours. */
export const highlightCode = (code: string): string[] => code.split('\n');

export const renderDiff = (diff: string): string => diff;

export const getLanguageFromPath = (path: string): string | undefined =>
  /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();

/** Returns a key's action as its name, because there are no keys here. */
export const keyHint = (_: unknown, what: unknown): string => String(what);

export const DEFAULT_MAX_LINES = 2000;
export const DEFAULT_MAX_BYTES = 50 * 1024;

interface Limits {
  maxLines?: number;
  maxBytes?: number;
}

const size = (text: string) => new TextEncoder().encode(text).length;

function truncated(text: string, limits: Limits, take: (lines: string[], end: number) => string[]) {
  const { maxLines = DEFAULT_MAX_LINES, maxBytes = DEFAULT_MAX_BYTES } = limits;
  const lines = text.split('\n');
  let kept = take(lines, maxLines);
  while (kept.length > 1 && size(kept.join('\n')) > maxBytes) kept = take(kept, kept.length - 1);
  const content = kept.join('\n');
  return {
    content,
    truncated: kept.length < lines.length,
    totalLines: lines.length,
    totalBytes: size(text),
    outputLines: kept.length,
    outputBytes: size(content),
  };
}

/** Returns the first whole lines that fit. Bytes are those of UTF-8. */
export const truncateHead = (text: string, limits: Limits = {}) =>
  truncated(text, limits, (lines, count) => lines.slice(0, count));

/** Returns the last whole lines that fit. Bytes are those of UTF-8. */
export const truncateTail = (text: string, limits: Limits = {}) =>
  truncated(text, limits, (lines, count) => lines.slice(-count));
