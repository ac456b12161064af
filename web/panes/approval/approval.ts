import type { Approval } from '../../../shared/protocol/events.ts';
import type { Decision } from '../../../shared/protocol/runs.ts';
import { clockTime } from '../../../shared/tool/clock-time.ts';

/** What a key that is pressed in the approval means; Enter never means yes. */
export function decisionKey(key: string): Pick<Decision, 'answer' | 'scope'> | undefined {
  switch (key.toLowerCase()) {
    case 'o':
      return { answer: 'allow', scope: 'once' };
    case 's':
      return { answer: 'allow', scope: 'session' };
    case 'a':
      return { answer: 'allow', scope: 'always' };
    case 'escape':
      return { answer: 'deny', scope: 'once' };
    default:
      return undefined;
  }
}

/** What is left until a moment, as minutes and seconds: `4:32`; undefined when it is over. Milliseconds in. */
export function timeLeft(untilMs: number, nowMs: number): string | undefined {
  const seconds = Math.ceil((untilMs - nowMs) / 1000);
  if (seconds <= 0) return undefined;
  return clockTime(seconds);
}

type Segment = NonNullable<Approval['segments']>[number];

/** A stretch of a text, with the verdict on it where it was judged. */
interface JudgedPiece {
  text: string;
  decision?: Segment['decision'];
}

/** The exact text, cut where its judged parts begin and end. A part that is not found is skipped. */
export function markSegments(text: string, segments: readonly Segment[]): JudgedPiece[] {
  const pieces: JudgedPiece[] = [];
  let at = 0;
  for (const segment of segments) {
    const found = segment.text === '' ? -1 : text.indexOf(segment.text, at);
    if (found === -1) continue;
    if (found > at) pieces.push({ text: text.slice(at, found) });
    pieces.push({ text: segment.text, decision: segment.decision });
    at = found + segment.text.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}
