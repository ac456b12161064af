import { serverFault } from '../../shared/protocol/mcp/faults.ts';
import type { ServerFault } from '../../shared/protocol/mcp/state.ts';

/** Messages and characters that a server may send in one span of time: far above what any call needs. */
const SPAN_MS = 5_000;
const MOST_MESSAGES = 20_000;
const MOST_CHARACTERS = 128 * 1024 * 1024;

/** Notices a server that sends without end. */
export class Pace {
  #since = performance.now();
  #messages = 0;
  #characters = 0;

  isTooFast(characters: number): boolean {
    const now = performance.now();
    if (now - this.#since > SPAN_MS) {
      this.#since = now;
      this.#messages = 0;
      this.#characters = 0;
    }
    this.#messages += 1;
    this.#characters += characters;
    return this.#messages > MOST_MESSAGES || this.#characters > MOST_CHARACTERS;
  }

  get fault(): ServerFault {
    return serverFault('flood', { messages: this.#messages });
  }
}
