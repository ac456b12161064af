import type { TurnEvent } from '../../shared/protocol/conversations/conversations.ts';

/** An event of a turn, with its number. */
export interface Told {
  number: number;
  event: TurnEvent;
}

type Hear = (told: Told) => void;

/**
 * The events of a turn, which can be watched from any number on. A written message replaces the pieces before
 * it, so the log grows only with the messages.
 */
export class TurnLog {
  #count = 0;
  #messages: Told[] = [];
  /** The events since the last message. */
  #since: Told[] = [];
  #watchers = new Set<Hear>();
  #end: () => void = () => undefined;
  #ended: Promise<void> = new Promise((settle) => (this.#end = settle));

  readonly tell = (event: TurnEvent): void => {
    const told = { number: (this.#count += 1), event };
    if (event.type === 'node') {
      this.#since = [];
      const last = this.#messages.at(-1)?.event;
      if (last?.type === 'node' && last.node.id === event.node.id) this.#messages.pop();
    }
    (event.type === 'node' || event.type === 'begun' ? this.#messages : this.#since).push(told);
    for (const hear of [...this.#watchers]) hear(told);
  };

  /** Ends the log. */
  end(): void {
    this.#end();
  }

  /** Reports the events after a number, and new ones until the end or until `gone` aborts. */
  async watch(after: number, hear: Hear, gone: AbortSignal): Promise<void> {
    for (const told of [...this.#messages, ...this.#since]) if (told.number > after) hear(told);
    this.#watchers.add(hear);
    const left = new Promise<void>((settle) => {
      if (gone.aborted) settle();
      gone.addEventListener('abort', () => settle(), { once: true });
    });
    await Promise.race([this.#ended, left]);
    this.#watchers.delete(hear);
  }
}
