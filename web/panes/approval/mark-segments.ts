import type { Approval } from '../../../shared/protocol/events.ts';

type Segment = NonNullable<Approval['segments']>[number];

/** A stretch of a text, with the verdict on it where it was judged. */
export interface JudgedPiece {
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
