import type { LackedScope } from '../../../shared/protocol/mcp/sign-in.ts';
import { placeReasons, refusalReasons } from '../../../shared/registry/approval/reasons.ts';
import type { Ending, Fault } from '../../../shared/tool/run/ending.ts';
import type { Reason } from '../../../shared/tool/problem/reason.ts';
import { duration } from './measures.ts';
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
function faultHint(fault: Fault): string | undefined {
  if (fault.missing !== undefined) return rt('hint.missing', { name: fault.missing });
  const known = KNOWN.find((each) => each === fault.class);
  return known && rt(`hint.${known}`);
}

/** Whether somebody could have allowed it. */
const isAskable = (because: readonly Reason[] = []): boolean =>
  because.every(({ code }) => Object.hasOwn(refusalReasons, code));

/** One sentence on what to do after a run that came to nothing; undefined where its own words must do. */
export function adviceText(
  ending: Ending,
  { lacked, isPlanned }: { lacked?: LackedScope | undefined; isPlanned?: boolean | undefined },
): string | undefined {
  switch (ending.kind) {
    case 'timed-out': {
      const time = duration(ending.afterMs);
      if (ending.during !== undefined) return rt(`next.${ending.during}`, { time });
      return ending.line === undefined
        ? rt('next.timed-out', { time })
        : rt('next.timed-out.line', { time, line: String(ending.line) });
    }
    case 'denied':
      if (isPlanned) return rt('next.plan');
      if (ending.because?.some(({ code }) => Object.hasOwn(placeReasons, code)))
        return rt('next.runner');
      return rt(isAskable(ending.because) ? 'next.denied' : 'next.forbidden');
    case 'crashed':
      // An MCP server has a sandbox of its own, if any.
      return rt(ending.because ? 'next.server' : 'next.crashed');
    case 'cancelled':
    case 'unavailable':
      return rt(`next.${ending.kind}`);
    default:
      if (lacked) return rt(lacked.scope ? 'next.scope' : 'next.scope.unsaid', { ...lacked });
      return ending.kind === 'failed' && ending.fault ? faultHint(ending.fault) : undefined;
  }
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
