import type { RunQuestion } from '../../../shared/protocol/events.ts';

/** What an open conversation tells whoever holds it. */
export interface Around {
  /** A tool asks the person. */
  ask(question: RunQuestion): void;
  /** Something in it changed that lists of conversations show. */
  changed(): void;
  /** A message was not taken, and is among its words again. */
  returned(): void;
}
