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

/** The first whole lines that fit. Bytes are of UTF-8. */
export const truncateHead = (text: string, limits: Limits = {}) =>
  truncated(text, limits, (lines, count) => lines.slice(0, count));

/** The last whole lines that fit. Bytes are of UTF-8. */
export const truncateTail = (text: string, limits: Limits = {}) =>
  truncated(text, limits, (lines, count) => lines.slice(-count));
