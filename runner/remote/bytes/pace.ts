import { serverFault } from '../../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../../shared/protocol/mcp/state.ts';

/** The limits for messages and characters of a server in a span of milliseconds: far above what any call needs. */
const SPAN_MS = 5_000;
const MOST_MESSAGES = 20_000;
const MOST_CHARACTERS = 128 * 1024 * 1024;
/**
 * A busy machine reads less of a server that never stops, so this many messages in several consecutive spans also
 * count as a flood.
 */
const MANY_MESSAGES = 2_500;
const MANY_SPANS = 3;

/** Detects a server that floods Lathe. */
export class Pace {
  #since: number;
  #messages = 0;
  #characters = 0;
  #spans = 0;
  #told = 0;

  constructor(now = performance.now()) {
    this.#since = now;
  }

  /** Counts a message of so many characters, at a time in milliseconds; returns whether it is a flood. */
  isTooFast(characters: number, now = performance.now()): boolean {
    if (now - this.#since > SPAN_MS) this.#begin(now);
    this.#messages += 1;
    this.#told += 1;
    this.#characters += characters;
    return (
      this.#messages > MOST_MESSAGES ||
      this.#characters > MOST_CHARACTERS ||
      this.#spans >= MANY_SPANS
    );
  }

  #begin(now: number): void {
    // A span with few messages ends the row.
    const isMany = this.#messages >= MANY_MESSAGES && now - this.#since < 2 * SPAN_MS;
    this.#spans = isMany ? this.#spans + 1 : 0;
    if (!isMany) this.#told = 0;
    this.#since = now;
    this.#messages = 0;
    this.#characters = 0;
  }

  get fault(): ServerFault {
    return serverFault('flood', { messages: this.#told });
  }
}
