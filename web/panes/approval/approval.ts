import type { Approval } from '../../../shared/protocol/events.ts';
import type { Decision } from '../../../shared/protocol/runs.ts';
import { clockTime } from '../../../shared/tool/clock-time.ts';

/** The keys of an approval, each with the name of its button's text; Enter never means yes. */
export const decisionKeys = [
  { keys: 'O', text: 'once', answer: 'allow', scope: 'once' },
  { keys: 'S', text: 'session', answer: 'allow', scope: 'session' },
  { keys: 'A', text: 'always', answer: 'allow', scope: 'always' },
  { keys: 'Escape', text: 'deny', answer: 'deny', scope: 'once' },
] as const;

/** What a key that is pressed in the approval means. */
export function decisionKey(key: string): Pick<Decision, 'answer' | 'scope'> | undefined {
  const meant = decisionKeys.find(({ keys }) => keys.toLowerCase() === key.toLowerCase());
  return meant && { answer: meant.answer, scope: meant.scope };
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
