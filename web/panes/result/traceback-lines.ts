/** A line of a traceback; `line` is the author's line it speaks of, from 1. */
export interface TracebackLine {
  indent: string;
  text: string;
  line?: number;
}

// CPython: `File "execution.py", line 3, in f`. bash: `execution.sh: line 3: x: command not found`.
const PLACE = /\bline (\d{1,9})\b/;

/** A traceback line by line, with the lines of code it names, so that they can be gone to. */
export function tracebackLines(traceback: string): TracebackLine[] {
  return traceback
    .replace(/\n$/, '')
    .split('\n')
    .map((whole) => {
      const text = whole.trimStart();
      const indent = whole.slice(0, whole.length - text.length);
      const found = PLACE.exec(text);
      return found ? { indent, text, line: Number(found[1]) } : { indent, text };
    });
}
