import { stripAnsi } from './strip-ansi.ts';
import { wrap } from './wrap.ts';

/** Columns that a text takes where each letter takes one. */
export const visibleWidth = (text: string): number => [...stripAnsi(text)].length;

/** A text that takes at most `width` columns, with `more` at its end where it was cut. */
export function truncateToWidth(text: string, width: number, more = '…'): string {
  const letters = [...stripAnsi(String(text))];
  if (letters.length <= width) return letters.join('');
  const end = [...more].slice(0, width);
  return [...letters.slice(0, width - end.length), ...end].join('');
}

export const wrapTextWithAnsi = (text: string, width: number): string[] =>
  wrap(stripAnsi(text), width);

/** One line with at most so many letters. */
export function truncateLine(line: string, most = 500): { text: string; wasTruncated: boolean } {
  const wasTruncated = line.length > most;
  return { text: wasTruncated ? `${line.slice(0, most)}… [truncated]` : line, wasTruncated };
}

/** Code in lines; the page's own drawing has no colours. */
export const highlightCode = (code: string): string[] => code.split('\n');

export const renderDiff = (diff: string): string => diff;

export const getLanguageFromPath = (path: string): string | undefined =>
  /\.(\w+)$/.exec(path)?.[1]?.toLowerCase();

/** Keys of a terminal, by the name of what they do: nobody presses them here. */
export const keyHint = (_: unknown, what: unknown): string => String(what);
