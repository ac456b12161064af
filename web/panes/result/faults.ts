import type { Fault } from '../../../shared/tool/ending.ts';
import { rt } from './texts.ts';

const KNOWN = [
  'SyntaxError',
  'IndentationError',
  'NameError',
  'TypeError',
  'KeyError',
  'IndexError',
  'ValueError',
  'ZeroDivisionError',
  'ModuleNotFoundError',
  'MemoryError',
  'RecursionError',
  'PermissionError',
  'FileNotFoundError',
] as const;

/** What to do about an uncaught exception, or undefined where its own words must do. */
export function faultHint(fault: Fault): string | undefined {
  if (fault.missing !== undefined) return rt('hint.missing', { name: fault.missing });
  const known = KNOWN.find((each) => each === fault.class);
  return known && rt(`hint.${known}`);
}

/** A line of a traceback; `line` is the author's line it speaks of, from 1. */
interface TracebackLine {
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
