import type { TurnEvent } from '../../shared/protocol/conversations/conversations.ts';

/** What a turn has said, with its number. */
export interface Told {
  number: number;
  event: TurnEvent;
}

type Hear = (told: Told) => void;

/**
 * What a turn says, for whoever watches it, from whenever on. A message that is written down says for good
 * what its pieces said before it, so that those are forgotten: what is kept grows with the messages alone.
 */
export class TurnLog {
  #count = 0;
  #messages: Told[] = [];
  /** What was said since the last message. */
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

  /** Nothing more is said. */
  end(): void {
    this.#end();
  }

  /** Tells what was said behind a number, and what is said from now on, until the end or until `gone`. */
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
