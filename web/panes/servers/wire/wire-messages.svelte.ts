import type { WireMessage } from '../../../../shared/protocol/mcp/wire.ts';
import { writeJson } from '../../../../shared/tool/exact-number.ts';
import { mcpServersApi } from '../../../api/mcp-servers-api.ts';

/** As many as the runner keeps. */
export const MOST_KEPT = 1000;
const AGAIN_MS = 2000;

export type WireKind = WireMessage['kind'];

/** A message as JSON; what was no JSON is a text as it stood. */
export const messageText = ({ message }: WireMessage): string =>
  typeof message === 'string' ? message : writeJson(message, 2);

/** The messages that are of a kind and hold every word, whatever the case of its letters. */
export function filterMessages(
  messages: readonly WireMessage[],
  query: string,
  kind: WireKind | undefined,
): WireMessage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const ofKind = messages.filter((one) => kind === undefined || one.kind === kind);
  if (words.length === 0) return ofKind;
  return ofKind.filter((one) => {
    const text = `${one.method ?? ''}\n${one.id ?? ''}\n${writeJson(one.message)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The messages of one server as they go; while it is paused they wait. */
export class WireMessages {
  all = $state.raw<readonly WireMessage[]>([]);
  /** How many came while it is paused. */
  waiting = $state(0);
  isPaused = $state(false);
  broken = $state(false);
  #held: WireMessage[] = [];
  #last = 0;
  #drawing: ReturnType<typeof setTimeout> | undefined;

  /** Follows a server until the signal; a connection that breaks is made again. */
  async follow(name: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const message of mcpServersApi.follow(name, this.#last, signal)) {
          this.broken = false;
          // Numbers begin anew with the runner, and so does what is shown.
          if (message.n <= this.#last) this.clear();
          this.#last = message.n;
          this.#hold(message);
        }
      } catch {
        // A connection that breaks in the middle is made again, like one that ended.
      }
      if (signal.aborted) return;
      this.broken = true;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }

  pause(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.#draw();
  }

  /** What was seen is gone from the screen; the runner keeps it. */
  clear(): void {
    this.#held = [];
    this.waiting = 0;
    this.all = [];
  }

  /** A flood is drawn a few times a second and not message by message. */
  #hold(message: WireMessage): void {
    this.#held.push(message);
    if (this.#held.length > MOST_KEPT) this.#held.shift();
    this.#drawing ??= setTimeout(() => this.#draw(), 50);
  }

  #draw(): void {
    clearTimeout(this.#drawing);
    this.#drawing = undefined;
    this.waiting = this.#held.length;
    if (this.isPaused) return;
    this.all = [...this.all, ...this.#held].slice(-MOST_KEPT);
    this.#held = [];
    this.waiting = 0;
  }
}
